import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** How long a code counts as the present one, in seconds (RFC 6238). */
const STEP_SECONDS = 30

/** As long as the HMAC's digest, in bytes (RFC 4226, section 4). */
const SECRET_BYTES = 20

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

const totpOf = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })

/** What a program takes over: the secret to be typed, and the address to be scanned. */
export function totpSettings(secret: Buffer, names: { issuer: string; label: string }) {
  const totp = totpOf(secret, names)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Present first; the one before, since somebody has to type it, and the next one, since clocks of telephones are fast. */
const ACCEPTED = [0, -1, 1]

/** The time step whose code this is, of those that are accepted; undefined for any other code. `now` is in milliseconds. */
export function stepOf(secret: Uint8Array, code: string, now = Date.now()): number | undefined {
  const present = Math.floor(now / 1000 / STEP_SECONDS)
  const totp = totpOf(secret)
  return ACCEPTED.map((by) => present + by).find((step) =>
    isSame(totp.generate({ timestamp: step * STEP_SECONDS * 1000 }), code),
  )
}

/** Digits and letters that do not resemble each other (Crockford's base 32): a byte picks one uniformly. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits: nobody finds one by trying, not even whoever has its digest. */
const RECOVERY_LETTERS = 16
const RECOVERY_CODES = 10

/** Codes as they are printed: four groups of four letters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(RECOVERY_LETTERS)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  )

export type Code = { kind: 'Totp'; digits: string } | { kind: 'Recovery'; letters: string }

/** What was typed: with blanks, hyphens and capitals, in wide digits, O for 0 and I or L for 1. Undefined for neither kind. */
export function readCode(typed: string): Code | undefined {
  const plain = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
  if (/^\d{6}$/.test(plain)) return { kind: 'Totp', digits: plain }
  const letters = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  const isRecovery = letters.length === RECOVERY_LETTERS && [...letters].every((one) => LETTERS.includes(one))
  return isRecovery ? { kind: 'Recovery', letters } : undefined
}
