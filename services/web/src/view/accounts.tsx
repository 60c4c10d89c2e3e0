import type { Schemas } from '@agora/client'
import { must } from '../api.ts'
import { attempt } from '../http/refusals.ts'
import type { Visit } from '../http/visit.ts'

export type Account = Schemas['AppAccount']
/** As many as one listing gives; there is at most one for each application. */
const MOST = 100

/** A member's accounts with applications; none while their service is away. */
export async function accountsOf({ api }: Visit, userId: string): Promise<readonly Account[]> {
  const { value } = await attempt(
    must(
      api.GET('/api/v1/users/{user_id}/accounts', {
        params: { path: { user_id: userId }, query: { limit: MOST } },
      }),
    ),
  )
  return value?.items ?? []
}

/** The application and the account's name there, which leads to its page. */
export function AccountName({ account: { app, id, display_name: name, uri } }: { account: Account }) {
  const shown = <bdi>{name ?? id}</bdi>
  return (
    <>
      <bdi>{app.display_name}</bdi>:{' '}
      {uri === null ? (
        shown
      ) : (
        <a href={uri} rel="nofollow noopener">
          {shown}
        </a>
      )}
    </>
  )
}
