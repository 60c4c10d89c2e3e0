import type { Audience } from '@agora/shared/contracts/principal'
import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Env } from '../config.ts'
import { Replicas } from './replicas.ts'

interface AreaDeclaration {
  readonly service: Audience
  /** Below /api/v1. */
  readonly paths: readonly string[]
  /** Who asks makes no difference here: no credential is looked at. */
  readonly anonymous: boolean
  /** The `error` of the answer while the service is away, where it is not the common one. */
  readonly unavailable?: string
}

const declarations = {
  forum: { service: 'forum', paths: ['/forum'], anonymous: false },
  captcha: { service: 'captcha', paths: ['/captcha'], anonymous: true },
  apps: { service: 'apps', paths: ['/apps'], anonymous: false },
  archive: {
    service: 'archive',
    paths: ['/archive'],
    anonymous: true,
    unavailable: 'InternalServerError',
  },
  'mail-jobs': { service: 'mail-jobs', paths: ['/job', '/outbound_email'], anonymous: false },
} as const satisfies Record<Audience, AreaDeclaration>

/** A service behind the gateway, the paths that lead there and its replicas. */
export interface Area extends AreaDeclaration {
  readonly replicas: Replicas
}
export type Areas = Readonly<Record<Audience, Area>>

export function createAreas(env: Env): Areas {
  const addresses: Record<Audience, string> = {
    forum: env.FORUM_URLS,
    captcha: env.CAPTCHA_URLS,
    apps: env.APPS_URLS,
    archive: env.ARCHIVE_URLS,
    'mail-jobs': env.MAIL_JOBS_URLS,
  }
  const entries = Object.entries(declarations).map(([name, declaration]) => {
    const urls = addresses[name as Audience].split(',').filter((url) => url !== '')
    return [name, { ...declaration, replicas: new Replicas(urls) }]
  })
  return Object.fromEntries(entries) as Areas
}

/** The answer of an area that cannot be served. */
export const unavailableIn = (area: Pick<AreaDeclaration, 'unavailable'>): ErrorDefinition => ({
  ...common.unavailable,
  message: area.unavailable ?? common.unavailable.message,
})

/** The answer at a path that cannot be served, whatever there is. */
export function unavailableAt(path: string): ErrorDefinition {
  const area = Object.values<AreaDeclaration>(declarations).find(({ paths }) =>
    paths.some((prefix) => path.startsWith(`/api/v1${prefix}/`)),
  )
  return area ? unavailableIn(area) : common.unavailable
}
