import { writeNewId } from '@agora/shared/contracts/ids'
import type { PuzzleParameters } from './parameters.ts'
import { type CaptchaScope, captchaScopes } from './scope.ts'
import { createSeal } from './seal.ts'

/** What both kinds of token contain. */
interface Ticket {
  /** A UUID in hexadecimal, which identifies the token's single use. */
  readonly id: string
  readonly scope: CaptchaScope
  /** Milliseconds since the epoch; useless from then on. */
  readonly expires: number
}
export interface Challenge extends Ticket {
  readonly parameters: PuzzleParameters
}
export type Verification = Ticket

/** A token with its text. */
export type Minted<Kind> = Kind & { readonly token: string }

/*
 * Challenge:    1, scope, expires (6 bytes), id (16), c (2), s (2), d (1)
 * Verification: 2, scope, expires (6 bytes), id (16)
 *
 * Big-endian, sealed as a whole. The first byte says kind and format: one kind never passes for the other, and a
 * changed format takes a new number.
 */
const CHALLENGE = 1
const VERIFICATION = 2
const TICKET_BYTES = 24
const CHALLENGE_BYTES = TICKET_BYTES + 5

function writeTicket(bytes: Buffer, kind: number, scope: CaptchaScope, lifetime: number): Ticket {
  const expires = Date.now() + lifetime
  bytes.writeUInt8(kind, 0)
  bytes.writeUInt8(captchaScopes.indexOf(scope), 1)
  bytes.writeUIntBE(expires, 2, 6)
  writeNewId(bytes, 8)
  return { id: readId(bytes), scope, expires }
}

// Postgres also parses a UUID without hyphens.
const readId = (bytes: Buffer) => bytes.toString('hex', 8, TICKET_BYTES)

function readTicket(bytes: Buffer, kind: number, now: number): Ticket | undefined {
  const scope = captchaScopes[bytes.readUInt8(1)]
  const expires = bytes.readUIntBE(2, 6)
  if (bytes.readUInt8(0) !== kind || scope === undefined || expires <= now) return undefined
  return { id: readId(bytes), scope, expires }
}

export interface Lifetimes {
  /** In milliseconds. */
  readonly challenge: number
  readonly verification: number
}

export type Tokens = ReturnType<typeof createTokens>

/**
 * Issues and reads both kinds of token. Reading returns undefined for anything that was not issued here, was altered,
 * has expired or is of the other kind.
 */
export function createTokens(secrets: readonly Buffer[], lifetimes: Lifetimes) {
  const seal = createSeal(secrets)

  return {
    mintChallenge(scope: CaptchaScope, parameters: PuzzleParameters): Minted<Challenge> {
      const bytes = Buffer.alloc(CHALLENGE_BYTES)
      const ticket = writeTicket(bytes, CHALLENGE, scope, lifetimes.challenge)
      bytes.writeUInt16BE(parameters.c, TICKET_BYTES)
      bytes.writeUInt16BE(parameters.s, TICKET_BYTES + 2)
      bytes.writeUInt8(parameters.d, TICKET_BYTES + 4)
      return { parameters, token: seal.close(bytes), ...ticket }
    },

    readChallenge(token: unknown): Minted<Challenge> | undefined {
      if (typeof token !== 'string') return undefined
      const bytes = seal.open(token, CHALLENGE_BYTES)
      const ticket = bytes && readTicket(bytes, CHALLENGE, Date.now())
      if (!ticket) return undefined
      const parameters = {
        c: bytes.readUInt16BE(TICKET_BYTES),
        s: bytes.readUInt16BE(TICKET_BYTES + 2),
        d: bytes.readUInt8(TICKET_BYTES + 4),
      }
      return { parameters, token, ...ticket }
    },

    mintVerification(scope: CaptchaScope): Minted<Verification> {
      const bytes = Buffer.alloc(TICKET_BYTES)
      const ticket = writeTicket(bytes, VERIFICATION, scope, lifetimes.verification)
      return { token: seal.close(bytes), ...ticket }
    },

    readVerification(token: string): Verification | undefined {
      const bytes = seal.open(token, TICKET_BYTES)
      return bytes && readTicket(bytes, VERIFICATION, Date.now())
    },
  }
}
