import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'

interface EnvSchema {
  properties: Record<string, object>
  required?: readonly string[]
}
/** The variables with the addresses of a service's backends. */
async function envOf(service: ServiceName): Promise<EnvSchema> {
  const config = await import(path.join(projectRoot, 'services', service, 'src/config.ts'))
  return config.Env
}
/** What each service reads of its environment. */
export const envs = Object.fromEntries(
  await Promise.all(services.map(async (service) => [service, await envOf(service)])),
) as Record<ServiceName, EnvSchema>
/** The keys without which a service does not start. */
export const requiredOf = (service: ServiceName) => {
  const { properties, required = [] } = envs[service]
  return required.filter((key) => !('default' in (properties[key] ?? {})))
}

/** The keys of a Secret, by the table in docs/operations.md. */
export function documentedSecrets(secret: string): string[] {
  const text = readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| \`${secret}\` |`))
  return [...(row ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, key]) => key as string)
}
