import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { type Asset, assetOf, coverUrls } from './assets.ts'

/** The site's look: colours and pictures, which administrators set or the configuration gives, and pictures of applications. */
export interface Look {
  /** Its files. */
  readonly assets: readonly Asset[]
  /** Where the pages find them; undefined for the default look. */
  readonly stylesheet: string | undefined
  readonly logo: string | undefined
  /** What browsers show it by, and telephones on their screens; the logo as configured is both where it can be. */
  readonly icon: string | undefined
  readonly touchIcon: string | undefined
  /** The logo where those who show a link can show it: they draw no SVG. */
  readonly picture: string | undefined
  /** The addresses of pictures of applications, by the names that the registry has for them. */
  readonly covers: ReadonlyMap<string, string>
}

/** @throws Error if the logo or the folder of covers is missing */
export function createLook({ site: { theme } }: AgoraConfig, configPath: string): Look {
  const beside = (file: string) => path.resolve(path.dirname(configPath), file)
  const logo =
    theme.logo === undefined
      ? undefined
      : assetOf(`logo${path.extname(theme.logo)}`, readLogo(beside(theme.logo)))
  const covers = theme.covers === undefined ? new Map<string, Asset>() : readCovers(beside(theme.covers))
  const picture = logo?.type === 'image/svg+xml' ? undefined : logo?.url
  return {
    assets: [logo, ...covers.values()].filter((asset) => asset !== undefined),
    stylesheet: undefined,
    logo: logo?.url,
    icon: logo?.url,
    touchIcon: picture,
    picture,
    covers: new Map([...coverUrls, ...[...covers].map(([name, { url }]) => [name, url] as const)]),
  }
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

/** The pictures in a folder whose names are those of covers. */
function readCovers(folder: string): Map<string, Asset> {
  try {
    const files = readdirSync(folder).filter((file) => /^box_[a-z0-9_]+\.(svg|png|webp)$/.test(file))
    return new Map(
      files.map((file) => [path.parse(file).name, assetOf(file, readFileSync(path.join(folder, file)))]),
    )
  } catch (cause) {
    throw new Error(
      `the covers in ${folder} cannot be read; site.theme.covers of the configuration names it`,
      {
        cause,
      },
    )
  }
}
