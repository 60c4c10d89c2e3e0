import type { Server } from '@agora/shared/http/types'
import { isSecure } from '../../callers/secure.ts'
import type { Context } from '../context.ts'
import { readSid, sidCookie } from './cookie.ts'
import type { Credential } from './credential.ts'

/** Extends the browser's cookie whenever its session is extended. */
export function renewCookie(app: Server, context: Context): void {
  app.addHook('onRequest', (request, reply, done) => {
    const credential: Credential | undefined = request.credential
    if (credential?.kind === 'session' && credential.extended) {
      const secure = isSecure(context, request)
      const value = readSid(request.headers.cookie, secure)
      if (value !== undefined) reply.header('set-cookie', sidCookie(value, secure))
    }
    done()
  })
}
