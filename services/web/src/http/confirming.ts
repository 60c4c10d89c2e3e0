import { ApiRefusal, must } from '../api.ts'
import type { Form } from './form.ts'
import type { Visit } from './visit.ts'

/** Fewer digits than any password has. */
const TOTP = /^\s*\d{3}\s?\d{3}\s*$/
/** As recovery codes are printed. */
const RECOVERY = /^\s*(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\s*$/i

/**
 * Proves the member's presence by the password, or a code of their second factor, that a form asked for, if it did.
 * @throws ApiRefusal for a wrong one
 */
export async function confirmSelf({ api }: Visit, form: Form): Promise<void> {
  const given = form.optional('current_password')
  if (given === undefined) return
  const confirm = (body: { code: string } | { current_password: string }) =>
    must(api.PUT('/api/v1/auth/self/confirmation', { body }))
  if (TOTP.test(given)) {
    await confirm({ code: given })
  } else if (RECOVERY.test(given)) {
    // Somebody's password may look so.
    await confirm({ code: given }).catch((error) => {
      if (!(error instanceof ApiRefusal) || error.message !== 'invalid second factor') throw error
      return confirm({ current_password: given })
    })
  } else {
    await confirm({ current_password: given })
  }
}
