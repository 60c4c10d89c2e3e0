import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { stylesheetOf } from '@agora/shared/config/colours'
import { type Asset, assetOf } from './assets.ts'

/** The site's configured look: colours, and a logo beside its name. */
export interface Look {
  /** Its files. */
  readonly assets: readonly Asset[]
  /** Where the pages find them; undefined for the default look. */
  readonly stylesheet: string | undefined
  readonly logo: string | undefined
}

/** @throws Error if the logo is missing */
export function createLook({ site: { theme } }: AgoraConfig, configPath: string): Look {
  const css = stylesheetOf(theme)
  const stylesheet = css === '' ? undefined : assetOf('theme.css', Buffer.from(css))
  const file = theme.logo === undefined ? undefined : path.resolve(path.dirname(configPath), theme.logo)
  const logo = file === undefined ? undefined : assetOf(`logo${path.extname(file)}`, readLogo(file))
  const assets = [stylesheet, logo].filter((asset) => asset !== undefined)
  return { assets, stylesheet: stylesheet?.url, logo: logo?.url }
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
