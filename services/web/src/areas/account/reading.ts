import { ApiRefusal, maybe, must } from '../../api.ts'
import type { Visit } from '../../http/visit.ts'
import { accountsOf } from '../../view/accounts.tsx'
import { hasAvatar } from './avatar.tsx'

/** The newest sessions that are shown; more are few, and one form ends all of them. */
const SESSIONS = 50
export const GRANTS = 25

/**
 * What the page of an account shows. What cannot be read now is undefined, as is what is not there; `isWhole` is false then.
 *
 * @throws ApiRefusal if the account itself cannot be read, or one of its parts not by this caller
 */
export async function readAccount(visit: Visit, id: string, grantsPage: number) {
  const { api } = visit
  let isWhole = true
  const part = <Data>(reading: Promise<Data>) =>
    reading.catch((error) => {
      if (error instanceof ApiRefusal && error.status < 500) throw error
      isWhole = false
      return undefined
    })
  const path = { user_id: id }
  const grantsRange = { offset: (grantsPage - 1) * GRANTS, limit: GRANTS }
  const [user, links, pending, refused, sessions, grants, settings, accounts, isChosen, profile] =
    await Promise.all([
      must(api.GET('/api/v1/users/{user_id}', { params: { path } })),
      part(must(api.GET('/api/v1/users/{user_id}/user-links', { params: { path } }))),
      visit.internal.listPendingEmails(),
      part(must(api.GET('/api/v1/users/{user_id}/refused-emails', { params: { path } }))),
      part(
        must(api.GET('/api/v1/users/{user_id}/sessions', { params: { path, query: { limit: SESSIONS } } })),
      ),
      part(must(api.GET('/api/v1/users/{user_id}/grants', { params: { path, query: grantsRange } }))),
      part(maybe(api.GET('/api/v1/notifications/settings'))),
      accountsOf(visit, id),
      part(hasAvatar(visit)),
      part(maybe(api.GET('/api/v1/forum/users/{user_id}/profile', { params: { path } }))),
    ])
  return { user, links, pending, refused, sessions, grants, settings, accounts, isChosen, profile, isWhole }
}
