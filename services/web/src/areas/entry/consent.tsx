import type { Interaction } from '@agora/shared/contracts/internal-pages'
import { withNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import { notice } from '../../view/notice.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { Choices, RequestedAccess } from './consent-request.tsx'
import { entryForm } from './form.ts'
import { goOn } from './go-on.tsx'

/** Where a member decides what an application may do. */
export const showConsent: Reader = async (visit, { uid = '' }) => {
  const waiting = await visit.internal.findInteraction(uid)
  return waiting ? consentPage(visit, uid, waiting) : expiredPage(visit)
}

const confirmFirst = (uid: string) => redirect(withNext('/confirm', `/consent/${uid}`))

export const consent = entryForm({
  act: async (visit, form, { uid = '' }) => {
    const { internal, words } = visit
    const waiting = await internal.findInteraction(uid)
    if (!waiting) return expiredPage(visit)
    const decision = form.text('decision')
    if (decision !== 'allow' && decision !== 'refuse')
      return consentPage(visit, uid, waiting, { text: words.entry.staleForm, status: 403 })
    if (decision === 'allow' && waiting.needs_confirmation) return confirmFirst(uid)
    const back = await internal.decideInteraction(uid, decision)
    return back === undefined
      ? expiredPage(visit)
      : goOn(visit, words.entry.consent.back(waiting.client.display_name), back)
  },
  show: async (visit, { params: { uid = '' }, problem }) => {
    const waiting = await visit.internal.findInteraction(uid)
    return waiting ? consentPage(visit, uid, waiting, problem) : expiredPage(visit)
  },
})

function consentPage(visit: Visit, uid: string, waiting: Interaction, problem?: Problem) {
  const { consent: own } = visit.words.entry
  return page(
    own.title(waiting.client.display_name),
    <PostForm visit={visit} to={`/consent/${uid}`} class="card narrow" problem={problem}>
      <RequestedAccess visit={visit} request={waiting} />
      {own.after(waiting.destination)}
      <Choices visit={visit} />
    </PostForm>,
    { problem, isIndexed: false },
  )
}

function expiredPage({ words }: Visit) {
  const { consent: own } = words.entry
  return notice(own.expired, own.expiredText, { href: '/', name: words.toFrontPage }, { status: 400 })
}
