/**
 * The parameter of an authorization request that has led to the sign-in page, though a session was open: when that
 * session was confirmed, in milliseconds of the database's clock; 0 without one. Only a later sign-in satisfies it.
 */
export const SIGNED_IN_AFTER = 'signed_in_after'

/** When the signed-in member last showed that they know the password, in milliseconds. */
export interface Confirmed {
  confirmedMs?: number
}

type Params = Readonly<Record<string, unknown>> | undefined

const demanded = (params: Params): number | undefined => {
  const value = params?.[SIGNED_IN_AFTER]
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

/** Whether the request still waits for a sign-in that it has asked for. */
export function awaitsSignIn(params: Params, { confirmedMs = 0 }: Confirmed): boolean {
  const after = demanded(params)
  return after !== undefined && confirmedMs <= after
}

/** Whether the member has signed in for this very request: then no age is too high. */
export const hasSignedInFor = (params: Params, { confirmedMs = 0 }: Confirmed): boolean =>
  confirmedMs > (demanded(params) ?? Number.POSITIVE_INFINITY)

/** The request as it continues after the sign-in that it asks for by `prompt` or `max_age`. */
export function demandSignIn(parameters: URLSearchParams, { confirmedMs = 0 }: Confirmed): URLSearchParams {
  const prompts = (parameters.get('prompt') ?? '').split(' ')
  if (!prompts.includes('login') && !parameters.has('max_age')) return parameters
  const others = prompts.filter((prompt) => prompt !== 'login').join(' ')
  if (others === '') parameters.delete('prompt')
  else parameters.set('prompt', others)
  if (!parameters.has(SIGNED_IN_AFTER)) parameters.set(SIGNED_IN_AFTER, String(confirmedMs))
  return parameters
}
