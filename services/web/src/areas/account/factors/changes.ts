import { must } from '../../../api.ts'
import { confirmSelf } from '../../../http/confirming.ts'
import type { Form } from '../../../http/form.ts'
import { type Outcome, redirect } from '../../../http/outcome.ts'
import type { Params, Writer } from '../../../http/pages.ts'
import { attempt, problemOf } from '../../../http/refusals.ts'
import type { Visit } from '../../../http/visit.ts'
import { type FactorForm, factorsPage } from './page.tsx'
import { codesPage, passkeyPage, totpPage } from './steps.tsx'

type Change = (visit: Visit, me: { user_id: string }, form: Form, params: Params) => Promise<Outcome>

const fields = { name: 'factor_name' }

/** Handles a form of the page: does what it asks for, once the member is confirmed, or shows why not. */
const changing =
  (of: FactorForm, change: Change): Writer =>
  async (visit, params, form) => {
    const doing = async () => {
      await confirmSelf(visit, form)
      return change(visit, { user_id: visit.me?.id ?? '' }, form, params)
    }
    const { value, refusal } = await attempt(doing())
    if (!refusal) return value
    return factorsPage(visit, { of, form, params, problem: problemOf(refusal, visit, fields) })
  }

const done = (visit: Visit, codes: readonly string[] | undefined): Outcome =>
  codes ? codesPage(visit, codes) : redirect('/account/factors?saved=added')

export const addTotp = changing('totp', async (visit, path, form) => {
  const body = { name: form.text('factor_name') }
  const { id, uri } = await must(
    visit.api.POST('/api/v1/users/{user_id}/authenticators/totp', { params: { path }, body }),
  )
  return totpPage(visit, { id, uri })
})

/** The address that the page before showed; its secret is nowhere else. */
const isOurs = (uri: string): boolean => uri.startsWith('otpauth://totp/') && URL.canParse(uri)

export const enableTotp: Writer = async (visit, { factor = '' }, form) => {
  const path = { user_id: visit.me?.id ?? '', authenticator_id: factor }
  const uri = form.text('uri')
  const { value, refusal } = await attempt(
    must(
      visit.api.PUT('/api/v1/users/{user_id}/authenticators/{authenticator_id}', {
        params: { path },
        body: { code: form.text('code') },
      }),
    ),
  )
  if (!refusal) return done(visit, value.recovery_codes)
  const problem = problemOf(refusal, visit, { 'invalid second factor': 'code' })
  if (isOurs(uri)) return totpPage(visit, { id: factor, uri, problem })
  return factorsPage(visit, { of: 'totp', form, params: {}, problem })
}

/** Whether one may be added now is asked here; the browser asks for its own options, at the address where it sees the site. */
export const addPasskey = changing('passkeys', async (visit, path, form) => {
  await must(visit.api.POST('/api/v1/users/{user_id}/authenticators/passkeys/options', { params: { path } }))
  return passkeyPage(visit, path.user_id, form.text('factor_name'))
})

const RECOVERY_CODE = /^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/

/** The script has added the passkey; with the first one it brings the recovery codes, to be shown. */
export const showPasskeyAdded: Writer = async (visit, _params, form) => {
  const codes = form
    .text('codes')
    .split(' ')
    .filter((code) => RECOVERY_CODE.test(code))
    .slice(0, 10)
  return done(visit, codes.length > 0 ? codes : undefined)
}

export const renewCodes = changing('codes', async (visit, path) => {
  const { recovery_codes } = await must(
    visit.api.POST('/api/v1/users/{user_id}/authenticators/recovery-codes', { params: { path } }),
  )
  return codesPage(visit, recovery_codes)
})

export const removeFactor = changing('removal', async (visit, path, _form, { factor = '' }) => {
  await must(
    visit.api.DELETE('/api/v1/users/{user_id}/authenticators/{authenticator_id}', {
      params: { path: { ...path, authenticator_id: factor } },
    }),
  )
  return redirect('/account/factors?saved=removed')
})
