import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root, serviceNames } from '../project.mjs'

/**
 * Prefixes for services whose own names would be too vague among all others.
 *
 * @type {Record<string, string>}
 */
const prefixes = { forum: 'Forum' }

/**
 * Where schemas are declared: every `schemas.ts`, the other modules of a service's areas, and those that its areas share.
 *
 * @param {string} service
 */
function modulesOf(service) {
  const folder = path.join(root, 'services', service)
  // Found by source: compiled modules of deleted sources may remain.
  return readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /(^|\/)schemas\.ts$|^(areas|resources)\/.+\.ts$/.test(name) && !name.endsWith('routes.ts'),
    )
    .map((name) => path.join(folder, 'dist', name.replace(/ts$/, 'js')))
    .sort()
}

/**
 * TypeBox marks its schemas with properties that JSON omits.
 *
 * @param {unknown} value
 */
const isSchema = (value) =>
  typeof value === 'object' && value !== null && ('~kind' in value || '~unsafe' in value)

/** @param {string} file */
async function schemasIn(file, prefix = '') {
  const exported = Object.entries(await import(file)).filter(([, value]) => isSchema(value))
  return exported.map(([name, schema]) => ({
    name: name.startsWith(prefix) ? name : prefix + name,
    schema: JSON.parse(JSON.stringify(schema)),
  }))
}

/** Every exported schema of the suite by name, shared ones first. */
export async function namedSchemas() {
  const contracts = path.join(root, 'libs/shared/dist/contracts/types.js')
  const named = await schemasIn(contracts)
  for (const service of serviceNames()) {
    for (const file of modulesOf(service)) named.push(...(await schemasIn(file, prefixes[service])))
  }
  return named
}
