import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseUuid } from '@agora/shared/contracts/ids'

const SUFFIX = '.gif'

/** Addresses of the one-pixel image that reports a mail as opened; signed, so that they cannot be forged. */
export interface Pixels {
  urlOf(mailId: string): string
  /** The mail that the last part of such an address names; undefined for anything else. */
  mailOf(token: string): string | undefined
}

export function createPixels(siteUrl: string, key: Buffer): Pixels {
  const signatureOf = (mailId: string) => createHmac('sha256', key).update(`open ${mailId}`).digest()
  return {
    urlOf(mailId) {
      const token = `${mailId}.${signatureOf(mailId).toString('base64url')}${SUFFIX}`
      return new URL(`/api/v1/outbound_email/open/${token}`, siteUrl).href
    },
    mailOf(token) {
      const [id, signature = ''] = token.slice(0, -SUFFIX.length).split('.')
      const mailId = parseUuid(id)
      if (!token.endsWith(SUFFIX) || mailId === undefined) return undefined
      const given = Buffer.from(signature, 'base64url')
      const right = signatureOf(mailId)
      return given.length === right.length && timingSafeEqual(given, right) ? mailId : undefined
    },
  }
}

/** A transparent GIF of one pixel. */
export const pixelImage = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
