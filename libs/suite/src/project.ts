import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceName } from '@agora/shared/contracts/services'

/** The project's folder, seen from the source as well as from compiled code. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** The file to run of a service: itself, or one of its other programs by name. */
export function programOf(service: ServiceName, name = 'main', root = projectRoot): string {
  return path.join(root, 'services', service, 'dist/bundle', `${name}.js`)
}

export function migrationsOf(service: ServiceName, root = projectRoot): string {
  return path.join(root, 'services', service, 'prisma/migrations')
}
