import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createGunzip, createGzip } from 'node:zlib'
import { digesting } from './digest.mjs'

/**
 * @typedef {import('./places.mjs').Place} Place
 * @typedef {{ name: string, files: number, bytes: number, sha256: string }} StoredPart
 */

/** The folder's own parts: the last two digits of the ids of the pictures in them. */
const PART = /^[0-9a-f]{2}$/
/** What says which database the folder is of; the one that is restored marks it anew. */
const OWNER = 'agora-database'
/** A file of a picture within its part. */
const FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9-]+\.webp$/

/**
 * The file of a backup with the pictures of one part of the folder: a line of JSON for each of their files.
 *
 * @param {string} part
 */
export const picturesFileOf = (part) => `pictures/${part}.ndjson.gz`

/**
 * The folder that an address of pictures names; undefined for a bucket, whose own versions are its backup.
 *
 * @param {string | undefined} address
 */
export const folderOfPictures = (address) =>
  address?.startsWith('file:') ? fileURLToPath(address) : undefined

/** @param {string} folder */
const partsOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => PART.test(name))
        .sort()
    : []

/**
 * @param {string} folder
 * @param {string} part
 * @param {() => void} counted
 */
async function* linesOf(folder, part, counted) {
  const names = readdirSync(path.join(folder, part), { recursive: true, encoding: 'utf8' })
  for (const file of names.filter((name) => FILE.test(name)).sort()) {
    const bytes = await readFile(path.join(folder, part, file)).catch((error) => {
      // Deleted meanwhile: it is in no later backup either.
      if (error.code !== 'ENOENT') throw error
    })
    if (!bytes) continue
    counted()
    yield `${JSON.stringify({ file, bytes: bytes.toString('base64') })}\n`
  }
}

/**
 * Copies the folder of pictures, part after part. After the rows: what they name was there before them.
 *
 * @param {string} folder
 * @param {Place} place
 * @returns {Promise<StoredPart[]>}
 */
export async function copyPictures(folder, place) {
  const parts = []
  for (const name of partsOf(folder)) {
    let files = 0
    const lines = linesOf(folder, name, () => {
      files += 1
    })
    const { stream, result } = digesting()
    const packed = Readable.from(lines).pipe(createGzip({ level: 1 }))
    packed.on('error', (error) => stream.destroy(error))
    await place.write(picturesFileOf(name), packed.pipe(stream))
    parts.push({ name, files, ...result() })
  }
  return parts
}

/**
 * @throws Error if there are pictures in the folder.
 * @param {string} folder
 */
export function requireNoPictures(folder) {
  if (partsOf(folder).length > 0) throw new Error(`the folder of pictures is not empty: ${folder}`)
}

/**
 * Puts the pictures of a backup into a folder that has none.
 *
 * @param {Place} place
 * @param {readonly StoredPart[]} parts
 * @param {string} folder
 */
export async function restorePictures(place, parts, folder) {
  rmSync(path.join(folder, OWNER), { force: true })
  for (const { name, files } of parts) {
    let restored = 0
    const packed = await place.read(picturesFileOf(name))
    for await (const line of createInterface({ input: packed.pipe(createGunzip()) })) {
      const { file, bytes } = JSON.parse(line)
      if (!PART.test(name) || !FILE.test(file))
        throw new Error(`${place.name} names no picture: ${name}/${file}`)
      const target = path.join(folder, name, file)
      mkdirSync(path.dirname(target), { recursive: true })
      await writeFile(target, Buffer.from(bytes, 'base64'), { flag: 'wx' })
      restored += 1
    }
    if (restored !== files)
      throw new Error(`pictures/${name} has ${restored} files, the backup's manifest says ${files}`)
  }
}
