import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} State
 * @property {string} rotation
 * @property {string} step
 * @property {string} [at] when every replica had it; absent until then
 * @property {import('./keys.mjs').Kept} kept
 * @property {import('./keys.mjs').Envs} changes
 */

/**
 * @param {string} file
 * @param {string} text
 */
const write = (file, text) => {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * What each service reads: the lines `KEY=value` of its .env file, by service.
 *
 * @param {string} folder
 */
export function readEnvs(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.env'))
  return Object.fromEntries(
    files.map((name) => {
      const lines = readFileSync(path.join(folder, name), 'utf8').split('\n')
      const pairs = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2))
      return [name.slice(0, -'.env'.length), Object.fromEntries(pairs)]
    }),
  )
}

/**
 * Replaces the values of these keys; all other lines are unchanged.
 *
 * @param {string} folder
 * @param {string} service
 * @param {Record<string, string>} values
 */
export function writeEnv(folder, service, values) {
  const file = path.join(folder, `${service}.env`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const changed = lines.map((line) => {
    const key = line.split('=', 1)[0] ?? ''
    return key in values ? `${key}=${values[key]}` : line
  })
  write(file, changed.join('\n'))
}

/** @param {string} folder */
const stateIn = (folder) => path.join(folder, 'rotation.json')

/**
 * How far a rotation has come, and what it must remember; undefined between rotations.
 *
 * @param {string} folder
 * @returns {State | undefined}
 */
export const readState = (folder) =>
  existsSync(stateIn(folder)) ? JSON.parse(readFileSync(stateIn(folder), 'utf8')) : undefined

/**
 * @param {string} folder
 * @param {State | undefined} state
 */
export function writeState(folder, state) {
  if (state === undefined) rmSync(stateIn(folder), { force: true })
  else write(stateIn(folder), `${JSON.stringify(state, null, 2)}\n`)
}

/** @param {string} folder */
const completedIn = (folder) => path.join(folder, 'rotated.json')
/**
 * @param {string} folder
 * @returns {Record<string, string>}
 */
const readCompleted = (folder) =>
  existsSync(completedIn(folder)) ? JSON.parse(readFileSync(completedIn(folder), 'utf8')) : {}

/**
 * When every replica had the last step of the last such rotation, in milliseconds; undefined before the
 * first.
 *
 * @param {string} folder
 * @param {string} rotation
 */
export function completedAt(folder, rotation) {
  const at = readCompleted(folder)[rotation]
  return at === undefined ? undefined : Date.parse(at)
}

/**
 * @param {string} folder
 * @param {State & { at: string }} state
 */
export function writeCompleted(folder, { rotation, at }) {
  const completed = { ...readCompleted(folder), [rotation]: at }
  write(completedIn(folder), `${JSON.stringify(completed, null, 2)}\n`)
}
