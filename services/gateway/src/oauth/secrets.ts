import { createHash } from 'node:crypto'

/** What the database stores of a code, a token or an interaction. No salt: 256 bits cannot be guessed. */
export const hashSecret = (value: string): Buffer => createHash('sha256').update(value).digest()
