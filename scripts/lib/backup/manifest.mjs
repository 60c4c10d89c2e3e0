import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * @typedef {import('./places.mjs').Place} Place
 * @typedef {import('./tables.mjs').Table & { rows: number, bytes: number, sha256: string }} StoredTable
 * @typedef {{ migrations: string[], tables: StoredTable[], sequences: Record<string, string> }} Service
 * @typedef {Record<string, Service>} Services by name
 * @typedef {import('./pictures.mjs').StoredPart[]} Pictures none where they are in a bucket
 */

/** Written last: its presence makes a backup complete. */
export const MANIFEST = 'manifest.json'

/** The version of the layout; increased by changes that older code cannot read. */
const LAYOUT = 2

/**
 * @param {Place} place
 * @param {string} madeAt
 * @param {{ services: Services, pictures: Pictures }} contents
 */
export async function writeManifest(place, madeAt, contents) {
  const manifest = JSON.stringify({ layout: LAYOUT, made_at: madeAt, ...contents }, null, 2)
  await place.write(MANIFEST, Readable.from(Buffer.from(`${manifest}\n`), { objectMode: false }))
}

/**
 * @param {Place} place
 * @returns {Promise<{ services: Services, pictures?: Pictures }>}
 */
export async function readManifest(place) {
  const content = await place.read(MANIFEST).catch((error) => {
    throw new Error(`${place.name} holds no complete backup: no ${MANIFEST}`, { cause: error })
  })
  const manifest = JSON.parse(await text(content))
  if (manifest.layout !== LAYOUT) throw new Error(`${place.name} was made by another version of this command`)
  return manifest
}
