import { must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { notice } from '../../view/notice.tsx'

/** Asks before it ends the digests, so that a link scanner ends nothing. */
export const showUnsubscribe: Reader = async ({ api, words: { entry } }, { token = '' }) => {
  const headers = { accept: 'application/json' }
  await must(api.GET('/api/v1/notifications/unsubscribe/{token}', { params: { path: { token } }, headers }))
  const { unsubscribe: own } = entry
  return page(
    own.title,
    <form method="post" action={`/unsubscribe/${token}`} class="card narrow">
      <p>{own.asks}</p>
      <button>{own.button}</button>
    </form>,
    { isIndexed: false, headers: { 'cache-control': 'no-store' } },
  )
}

/** Whoever has the link may end them, from anywhere: mail programs do. */
export const unsubscribe: Writer = async ({ api, words: { entry } }, { token = '' }) => {
  await must(api.POST('/api/v1/notifications/unsubscribe/{token}', { params: { path: { token } } }))
  const { unsubscribe: own } = entry
  const headers = { 'cache-control': 'no-store' }
  return notice(own.title, own.done, { href: '/', name: own.back }, { headers })
}
