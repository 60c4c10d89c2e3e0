import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A pass-through stream that counts and hashes. */
export function digesting() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * @throws Error if a file of the backup is missing or altered.
 * @param {import('./places.mjs').Place} place
 * @param {string} file
 * @param {{ bytes: number, sha256: string }} written
 */
export async function verify(place, file, { bytes, sha256 }) {
  const { stream, result } = digesting()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(await place.read(file), stream, nowhere)
  const found = result()
  if (found.bytes === bytes && found.sha256 === sha256) return
  throw new Error(
    `${place.name}/${file} is not what was written: ${found.bytes} bytes with the SHA-256 ${found.sha256}, ` +
      `the manifest says ${bytes} with ${sha256}`,
  )
}
