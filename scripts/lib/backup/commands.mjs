import { parseArgs } from 'node:util'
import { backUp } from './back-up.mjs'
import { eraseAtStart, readErased } from './erasures.mjs'
import { isBucket, keepDays, newestBeside, newPlace, placeOf } from './places.mjs'
import { restore } from './restore.mjs'

export const USAGE = {
  backup: 'FOLDER | s3://BUCKET/PREFIX [--keep-days DAYS]',
  restore: 'FOLDER | s3://BUCKET/PREFIX/TIME | s3://BUCKET/PREFIX/latest',
}

/**
 * The parsed arguments; undefined if they are invalid.
 *
 * @param {'backup' | 'restore'} command
 * @param {readonly string[]} words
 */
export function parseWords(command, words) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: command === 'backup' ? { 'keep-days': { type: 'string' } } : {},
    })
    const [where, ...more] = positionals
    const keep = /** @type {string | undefined} */ (values['keep-days'])
    if (!where || more.length > 0) return undefined
    if (keep !== undefined && (!/^[1-9]\d*$/.test(keep) || !isBucket(where))) return undefined
    return { where, keep: keep === undefined ? undefined : Number(keep) }
  } catch {
    return undefined
  }
}

/** @param {number} files */
const withFiles = (files) => (files > 0 ? `, and ${files} files of pictures,` : '')

/**
 * Makes a backup, then removes expired ones; prints both.
 *
 * @param {Record<string, string>} urls
 * @param {{ where: string, keep: number | undefined }} asked
 * @param {string | undefined} folder of pictures
 */
export async function backup(urls, { where, keep }, folder) {
  const place = newPlace(where)
  const { tables, rows, bytes, files } = await backUp(urls, place, folder)
  console.log(`${rows} rows of ${tables} tables (${bytes} bytes)${withFiles(files)} are in ${place.name}`)
  if (keep !== undefined)
    for (const name of await keepDays(where, keep)) console.log(`removed ${where}/${name}`)
}

/**
 * Restores a backup. What was erased after it, as far as a newer backup beside it knows, is erased again at the next start.
 *
 * @param {Record<string, string>} urls
 * @param {{ where: string }} asked
 * @param {(service: any) => string} migrationsOf the folder of a service's migrations
 * @param {string | undefined} folder of pictures
 */
export async function restoreFrom(urls, { where }, migrationsOf, folder) {
  const place = await placeOf(where)
  const newest = await newestBeside(where)
  const erased = newest.name === place.name ? [] : await readErased(newest)
  const { tables, rows, files } = await restore(urls, place, migrationsOf, folder)
  console.log(`${rows} rows of ${tables} tables${withFiles(files)} were restored from ${place.name}`)
  const back = await eraseAtStart(urls, erased)
  if (back > 0)
    console.log(`accounts that ${newest.name} knows to be erased are erased again at the start: ${back}`)
}
