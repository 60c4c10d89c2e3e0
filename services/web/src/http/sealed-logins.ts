import { hkdfSync } from 'node:crypto'
import { createSealer } from '@agora/shared/sealing'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { browserOf } from './session.ts'

/** How long a right password waits for its code, in milliseconds. */
const WAITS_MS = 10 * 60 * 1000

export interface Login {
  login: string
  password: string
}

/**
 * What was entered in the first step of signing in, while the second one is shown: the page carries it, sealed for this
 * browser and a few minutes, so that nothing is stored, and nobody who sees the page learns the password.
 */
export interface SealedLogins {
  seal(login: Login): string
  /** Undefined for what was sealed for another browser or too long ago, or not at all. */
  open(sealed: string): Login | undefined
}

export function sealedLoginsOf({ env }: Context, request: FastifyRequest): SealedLogins {
  const sealer = () => {
    const key = hkdfSync('sha256', env.SERVICE_KEY, '', 'logins that wait for a code', 32)
    return createSealer(Buffer.from(key).toString('hex'))
  }
  return {
    seal: (login) => {
      const text = JSON.stringify({ ...login, until: Date.now() + WAITS_MS })
      return sealer()
        .seal(Buffer.from(text), browserOf(request) ?? '')
        .toString('base64url')
    },
    open: (sealed) => {
      const browser = browserOf(request)
      const opened =
        sealed === '' || browser === undefined
          ? undefined
          : sealer().open(Buffer.from(sealed, 'base64url'), browser)
      if (!opened) return undefined
      const { login, password, until } = JSON.parse(opened.toString()) as Login & { until: number }
      return until > Date.now() ? { login, password } : undefined
    },
  }
}
