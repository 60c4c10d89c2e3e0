import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The services in the order of their ports; the gateway takes the first, which is the deployment's own. */
export const services = ['gateway', 'forum', 'captcha', 'apps', 'archive', 'mail-jobs'] as const
export type ServiceName = (typeof services)[number]

/** The project's folder, seen from the source as well as from compiled code. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** The Postgres schema that holds the tables of a service. */
export function schemaOf(service: string): string {
  return service.replaceAll('-', '_')
}

/** `FORUM`, `MAIL_JOBS`: how environment keys about a service begin. */
export function envPrefixOf(service: string): string {
  return schemaOf(service).toUpperCase()
}

/** The file to run of a service: itself, or one of its other programs by name. */
export function programOf(service: ServiceName, name = 'main'): string {
  return path.join(projectRoot, 'services', service, 'dist/bundle', `${name}.js`)
}

export function migrationsOf(service: ServiceName): string {
  return path.join(projectRoot, 'services', service, 'prisma/migrations')
}
