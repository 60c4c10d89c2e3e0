import type { DeviceRequest } from '@agora/shared/contracts/internal-pages'
import { withNext } from '../../http/next.ts'
import { type Outcome, page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, type Problem } from '../../view/fields.tsx'
import { notice } from '../../view/notice.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { Choices, RequestedAccess } from './consent-request.tsx'
import { entryForm } from './form.ts'

/** Where a member enters the code that a device shows. A link with the code looks nothing up: the form does. */
export const showDevice: Reader = async (visit) => codePage(visit, visit.query.get('user_code') ?? '')

/** Shows what the device asks for, and takes down what the member decides. */
export const answerDevice = entryForm({
  act: async (visit, form) => {
    const code = form.text('user_code')
    if (!visit.me) return codePage(visit, code)
    const decision = form.text('decision')
    return decision === 'allow' || decision === 'refuse' ? decide(visit, code, decision) : ask(visit, code)
  },
  show: async (visit, { form, problem }) => codePage(visit, form.text('user_code'), problem),
})

async function ask(visit: Visit, code: string): Promise<Outcome> {
  const request = await visit.internal.findDeviceRequest(code)
  return request ? askPage(visit, code, request) : unknownCode(visit, code)
}

async function decide(visit: Visit, code: string, decision: 'allow' | 'refuse'): Promise<Outcome> {
  const { device: own } = visit.words.entry
  const request = await visit.internal.findDeviceRequest(code)
  if (request?.needs_confirmation && decision === 'allow') return confirmFirst(code)
  if (!(request && (await visit.internal.answerDevice(code, decision)))) return unknownCode(visit, code)
  const [title, text] = decision === 'allow' ? [own.done, own.doneText] : [own.refused, own.refusedText]
  return notice(title, text, { href: '/account', name: own.toAccount })
}

const pathWith = (code: string) => `/device?${new URLSearchParams({ user_code: code })}`

const confirmFirst = (code: string) => redirect(withNext('/confirm', pathWith(code)))

const unknownCode = (visit: Visit, code: string) =>
  codePage(visit, code, { status: 422, field: 'user_code', text: visit.words.entry.device.unknown })

function codePage(visit: Visit, code: string, problem?: Problem): Outcome {
  const { device: own, goOn } = visit.words.entry
  if (!visit.me) return redirect(withNext('/sign-in', code === '' ? '/device' : pathWith(code)))
  return page(
    own.title,
    <PostForm visit={visit} to="/device" class="card narrow" problem={problem}>
      <p>{own.about}</p>
      <Input
        name="user_code"
        label={own.code}
        hint={own.codeHint}
        value={code}
        isRequired
        maxLength={32}
        isVerbatim
        isFirst
      />
      <p class="choices">
        <button>{goOn}</button>
      </p>
    </PostForm>,
    { problem, isIndexed: false },
  )
}

function askPage(visit: Visit, code: string, request: DeviceRequest): Outcome {
  const { consent, device: own } = visit.words.entry
  return page(
    consent.title(request.client.display_name),
    <PostForm visit={visit} to="/device" class="card narrow">
      <input type="hidden" name="user_code" value={code} />
      {own.check(code)}
      <RequestedAccess visit={visit} request={request} />
      <Choices visit={visit} />
    </PostForm>,
    { isIndexed: false },
  )
}
