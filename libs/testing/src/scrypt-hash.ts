import { createHash, createHmac, randomBytes, scryptSync } from 'node:crypto'

/** A password's hash in 96 bytes, as scrypt-kdf makes it: by default as cheaply as can be. */
export function scryptBytes(password: string, { log = 1, r = 1, p = 1 } = {}): Buffer {
  const head = Buffer.alloc(16)
  head.write('scrypt')
  head[7] = log
  head.writeUInt32BE(r, 8)
  head.writeUInt32BE(p, 12)
  const salt = randomBytes(32)
  const salted = Buffer.concat([head, salt])
  const checked = Buffer.concat([salted, createHash('sha256').update(salted).digest().subarray(0, 16)])
  const key = scryptSync(password, salt, 64, { N: 2 ** log, r, p, maxmem: 2 ** 30 })
  return Buffer.concat([checked, createHmac('sha256', key.subarray(32)).update(checked).digest()])
}

/** The same as an account here has it. */
export const scryptHash = (password: string, parameters?: Parameters<typeof scryptBytes>[1]): string =>
  `scrypt:${scryptBytes(password, parameters).toString('base64')}`
