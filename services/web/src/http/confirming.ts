import { must } from '../api.ts'
import type { Form } from './form.ts'
import type { Visit } from './visit.ts'

/** Proves the member's presence by the password that a form asked for, if it did. @throws ApiRefusal for a wrong one */
export async function confirmSelf({ api }: Visit, form: Form): Promise<void> {
  const current_password = form.optional('current_password')
  if (current_password === undefined) return
  await must(api.PUT('/api/v1/auth/self/confirmation', { body: { current_password } }))
}
