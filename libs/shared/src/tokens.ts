import { hash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const form = /^[A-Za-z0-9_-]{43}$/
export const isToken = (text: string): boolean => form.test(text)

/** What the database stores of a secret of 256 random bits. Without a salt: it cannot be guessed. */
export const hashToken = (token: string): Buffer<ArrayBuffer> => hash('sha256', token, 'buffer')
