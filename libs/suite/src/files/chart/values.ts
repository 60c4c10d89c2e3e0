import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { services } from '@agora/shared/contracts/services'
import { MADE } from '../generated.ts'

/** The files of a Secret that are no environment, by the Secret's name. */
const files: Readonly<Record<string, readonly string[]>> = {
  pooler: ['databases.ini', 'tls.ini', 'users.txt'],
}

/** What an environment's file says, with the files that belong to the same Secret. */
function secretIn(folder: string, name: string): Record<string, string> {
  const read = (file: string) => {
    const at = path.join(folder, file)
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined
  }
  const lines = read(`${name}.env`)?.matchAll(/^(\w+)=(.*)$/gm) ?? []
  const texts = (files[name] ?? []).flatMap((file) => {
    const text = read(file)
    return text === undefined ? [] : [[file, text] as const]
  })
  return Object.fromEntries([
    ...[...lines].map(([, key = '', value = '']) => [key, value] as const),
    ...texts,
  ])
}

/** The chart's secret values, as lines: what the environments in this folder hold, and the ports of the stores. */
export function chartValues(folder: string, storePorts: readonly number[]): string[] {
  const names = [...services, 'databases', 'backup', 'pooler']
  return [
    MADE.replace('services.mjs', 'deployment.mjs').replace('declared services', 'files beside this one'),
    `storePorts: ${JSON.stringify(storePorts)}`,
    'secrets:',
    ...names.map((name) => `  ${name}: ${JSON.stringify(secretIn(folder, name))}`),
  ]
}
