import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bucketAt } from './bucket.mjs'
import { MANIFEST } from './manifest.mjs'

/**
 * A backup's location: its files by name, such as `forum/post.copy.gz`.
 *
 * @typedef {object} Place
 * @property {string} name as people read it
 * @property {() => Promise<boolean>} isEmpty
 * @property {(file: string, content: import('node:stream').Readable) => Promise<unknown>} write whole or not at all
 * @property {(file: string) => Promise<import('node:stream').Readable>} read rejects if there is no such file
 */

const SCHEME = 's3://'
/** @param {string} where */
export const isBucket = (where) => where.startsWith(SCHEME)

/**
 * A folder on this machine, readable by its owner only.
 *
 * @param {string} folder
 */
function folderAt(folder) {
  return {
    name: folder,
    isEmpty: async () => !existsSync(folder) || readdirSync(folder).length === 0,
    /**
     * @param {string} file
     * @param {import('node:stream').Readable} content
     */
    write: async (file, content) => {
      const target = path.join(folder, file)
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(`${target}.new`, { mode: 0o600 }))
      renameSync(`${target}.new`, target)
    },
    read: async (/** @type {string} */ file) => {
      const target = path.join(folder, file)
      if (!existsSync(target)) throw new Error(`${target} is not there`)
      return createReadStream(target)
    },
  }
}

/**
 * `2026-11-22T03-00-00-000Z`: sorts by time, and is valid in any name.
 *
 * @param {Date} time
 */
const nameOf = (time) => time.toISOString().replaceAll(/[:.]/g, '-')

/**
 * @param {string} where
 * @param {...string} below
 */
function bucketOf(where, ...below) {
  const [bucket, ...prefix] = where.slice(SCHEME.length).replace(/\/+$/, '').split('/')
  if (!bucket) throw new Error(`${where} names no bucket: s3://BUCKET/PREFIX`)
  return bucketAt(bucket, [...prefix, ...below].join('/'))
}

/**
 * Where to write a new backup: a folder as named; in a bucket, a new prefix below the given one.
 *
 * @param {string} where
 */
export function newPlace(where, time = new Date()) {
  return isBucket(where) ? bucketOf(where, nameOf(time)) : folderAt(where)
}

/**
 * Where to read a backup; `latest` stands for the newest complete one below a bucket's prefix.
 *
 * @param {string} where
 */
export async function placeOf(where) {
  if (!isBucket(where)) return folderAt(where)
  if (!/\/latest\/?$/.test(where)) return bucketOf(where)
  const above = where.replace(/\/latest\/?$/, '')
  const newest = (await bucketOf(above).backups()).filter(({ isComplete }) => isComplete).at(-1)
  if (!newest) throw new Error(`${above} holds no complete backup`)
  return bucketOf(`${above}/${newest.name}`)
}

/**
 * When the backup in a folder was made; undefined, and said, if its manifest is damaged or somebody else's.
 *
 * @param {string} folder
 */
function madeAt(folder) {
  try {
    const { layout, made_at: at, services } = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8'))
    if (layout !== undefined && services !== undefined && typeof at === 'string') return at
  } catch {}
  console.error(`${folder} is passed over: its ${MANIFEST} is not that of a backup`)
}

/**
 * The newest complete backup among this one and its siblings.
 *
 * @param {string} where
 */
export async function newestBeside(where) {
  if (isBucket(where)) return placeOf(where.replace(/\/[^/]+\/?$/, '/latest'))
  const above = path.dirname(where)
  const made = readdirSync(above)
    .map((name) => path.join(above, name))
    .filter((folder) => existsSync(path.join(folder, MANIFEST)))
    .flatMap((folder) => {
      const at = madeAt(folder)
      return at === undefined ? [] : [{ folder, at }]
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1))
  return folderAt(made.at(-1)?.folder ?? where)
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The newest few are kept whatever their age: a job that has failed for weeks leaves something to restore. */
const LEAST_KEPT = 3

/**
 * Removes backups below a bucket's prefix that are older than this many days, and incomplete ones older than a day.
 * Returns the names of those removed.
 *
 * @param {string} where
 * @param {number} days
 */
export async function keepDays(where, days, now = new Date()) {
  const bucket = bucketOf(where)
  const all = await bucket.backups()
  /**
   * @param {{ name: string }} backup
   * @param {number} age
   */
  const isOlder = ({ name }, age) => name < nameOf(new Date(now.getTime() - age * DAY_MS))
  const complete = all.filter(({ isComplete }) => isComplete)
  const outdated = complete.slice(0, -LEAST_KEPT).filter((backup) => isOlder(backup, days))
  const brokenOff = all.filter((backup) => !backup.isComplete && isOlder(backup, 1))
  const removed = [...outdated, ...brokenOff].map(({ name }) => name)
  for (const name of removed) await bucket.remove(name)
  return removed
}
