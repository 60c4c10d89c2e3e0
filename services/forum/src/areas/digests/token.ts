import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database holds of a token. Without a salt: nobody guesses 256 bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
