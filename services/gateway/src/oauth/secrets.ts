import { createHash } from 'node:crypto'

/** What the database holds of a code, a token or an interaction. Without a salt: nobody guesses 256 bits. */
export const hashSecret = (value: string): Buffer => createHash('sha256').update(value).digest()
