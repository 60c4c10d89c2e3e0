import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseUuid } from '@agora/shared/contracts/ids'

/** Hexadecimal digits of the signature: with them the part before the @ is shorter than the 64 that it may have. */
const SIGNATURE = 16
const LONGEST_LOCAL_PART = 64

/** The addresses to which a mail's bounces go: each names its mail, signed, so that nobody can send one for another's. */
export interface ReturnPaths {
  /** The address for one mail; undefined where none is configured. */
  of(mailId: string): string | undefined
  /** The mail that such an address names by what follows its `+`, in either case; undefined for anything else. */
  mailOf(token: string): string | undefined
}

/** @param address Where bounces go, whose mail server passes on what follows a `+` (RFC 5233). @throws Error if it is too long */
export function createReturnPaths(address: string | undefined, key: Buffer): ReturnPaths {
  const [local = '', domain = ''] = address?.split(/@(?=[^@]*$)/) ?? []
  const signatureOf = (mailId: string) =>
    createHmac('sha256', key).update(`bounce ${mailId}`).digest('hex').slice(0, SIGNATURE)
  const tokenOf = (mailId: string) => `${mailId.replaceAll('-', '')}-${signatureOf(mailId)}`
  if (local.length + 1 + tokenOf('0'.repeat(32)).length > LONGEST_LOCAL_PART)
    throw new Error('mail.bounces: the part before the @ has more than 14 characters')
  return {
    of: (mailId) => (address === undefined ? undefined : `${local}+${tokenOf(mailId)}@${domain}`),
    mailOf: (token) => {
      const [, a, b, c, d, e, given] =
        /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})-([\da-f]{16})$/.exec(
          token.toLowerCase(),
        ) ?? []
      const mailId = given === undefined ? undefined : parseUuid([a, b, c, d, e].join('-'))
      if (mailId === undefined) return undefined
      return timingSafeEqual(Buffer.from(given!), Buffer.from(signatureOf(mailId))) ? mailId : undefined
    },
  }
}
