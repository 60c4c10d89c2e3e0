import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { formsOf } from './forms.ts'
import { isScrypt, verifyScrypt } from './scrypt.ts'

/** Costs are bounded: everyone who signs in pays for an expensive hash. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/
const PHPASS = /^\$[PH]\$[5-9A-D][./0-9A-Za-z]{30}$/
/** A bcrypt hash of the password's SHA-512 in hexadecimal, as NodeBB makes them. */
const OF_SHA512 = 'sha512:'
const ARGON2 =
  /^\$argon2id\$v=19\$m=(?:\d{1,4}|[1-5]\d{4}|6[0-5]\d{3}),t=\d,p=[1-4]\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/

const withoutMark = (hash: string) => (hash.startsWith(OF_SHA512) ? hash.slice(OF_SHA512.length) : hash)

/** Whether the hash is of a foreign kind that can be verified here: bcrypt, phpass or scrypt. */
export const isImportedHash = (hash: string): boolean =>
  BCRYPT.test(withoutMark(hash)) || PHPASS.test(hash) || isScrypt(hash)

/** Whether an imported account may have this hash. */
export const isKnownHash = (hash: string): boolean => ARGON2.test(hash) || isImportedHash(hash)

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As phpBB hashes a password: composed (NFC), and escaped for HTML. */
const asInPhpbb = (password: string): string =>
  password.normalize('NFC').replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!)

/** How a forum may have hashed this password; `own` is how hashes of ours begin. */
export const formsIn = (hash: string, password: string, own: string): readonly string[] =>
  hash.startsWith(own) || hash.startsWith(OF_SHA512) || isScrypt(hash)
    ? formsOf(password)
    : [...new Set([...formsOf(password), asInPhpbb(password)])]

export async function verifyImported(hash: string, password: string): Promise<boolean> {
  if (hash.startsWith(OF_SHA512))
    return verifyBcrypt(createHash('sha512').update(password).digest('hex'), withoutMark(hash))
  if (isScrypt(hash)) return verifyScrypt(hash, password)
  return PHPASS.test(hash) ? verifyPhpass(hash, password) : verifyBcrypt(password, hash)
}

const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The rounds after which other work gets a turn. */
const ROUNDS_AT_ONCE = 2_048

/** The portable hash of phpass: `$P$`, the logarithm of its rounds, a salt of 8 characters, a digest of 22. */
async function verifyPhpass(hash: string, password: string): Promise<boolean> {
  const rounds = 2 ** DIGITS.indexOf(hash[3]!)
  const given = Buffer.from(password)
  const md5 = (before: Buffer) => createHash('md5').update(before).update(given).digest()
  let digest = md5(Buffer.from(hash.slice(4, 12)))
  for (let round = 0; round < rounds; round++) {
    digest = md5(digest)
    if (round % ROUNDS_AT_ONCE === ROUNDS_AT_ONCE - 1) await nextTurn()
  }
  return encode64(digest) === hash.slice(12)
}

/** Encodes three bytes as four digits, lowest bits first. */
function encode64(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = Math.min(3, bytes.length - at)
    let value = bytes.readUIntLE(at, left)
    for (let digit = 0; digit <= left; digit++) {
      text += DIGITS[value & 63]
      value >>= 6
    }
  }
  return text
}
