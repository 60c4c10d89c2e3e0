import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { stylesheetOf } from '@agora/shared/config/colours'
import { LOGO_PATH, THEME_PATH } from '@agora/shared/http/look'
import { type Asset, assetOf } from './assets.ts'

/** The site's configured look: colours, and a logo beside its name. */
export interface Look {
  /** By their stable addresses, for other services' pages. */
  readonly assets: ReadonlyMap<string, Asset>
  /** Where this service's own pages find them; undefined for the default look. */
  readonly stylesheet: string | undefined
  readonly logo: string | undefined
}

/** @throws Error if the logo is missing */
export function createLook({ site: { theme } }: AgoraConfig, configPath: string): Look {
  const css = stylesheetOf(theme)
  const assets = new Map<string, Asset>()
  if (css !== '') assets.set(THEME_PATH, assetOf('theme.css', Buffer.from(css)))
  if (theme.logo !== undefined) {
    const file = path.resolve(path.dirname(configPath), theme.logo)
    assets.set(LOGO_PATH, assetOf(`logo${path.extname(file)}`, readLogo(file)))
  }
  return { assets, stylesheet: assets.get(THEME_PATH)?.url, logo: assets.get(LOGO_PATH)?.url }
}

function readLogo(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`the logo ${file} cannot be read; site.theme.logo of the configuration names it`, {
      cause,
    })
  }
}
