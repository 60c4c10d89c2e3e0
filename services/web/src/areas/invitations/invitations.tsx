import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, PasswordAgain, type Problem } from '../../view/fields.tsx'
import { Action, MemberLink, Meta, Moment, Notice, Rows } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'

const here = '/invitations'

interface Written {
  note: string
  mostUses: string
  days: string
  problem?: Problem
  /** The token of the invitation that was just made. */
  token?: string
}

const blank: Written = { note: '', mostUses: '1', days: '7' }

export const showInvitations: Reader = (visit) => invitationsPage(visit, blank)

export const createInvitation: Writer = async (visit, _params, form) => {
  const written = {
    note: form.text('note').trim(),
    mostUses: form.text('most_uses'),
    days: form.text('days'),
  }
  const body = { most_uses: Number(written.mostUses), days: Number(written.days), note: written.note }
  const create = () => must(visit.api.POST('/api/v1/invitations', { body }))
  const { value, refusal } = await attempt(confirmSelf(visit, form).then(create))
  // The link is shown in the answer alone: it is kept nowhere.
  if (!refusal) return invitationsPage(visit, { ...blank, token: value.token })
  return invitationsPage(visit, { ...written, problem: problemOf(refusal, visit) })
}

export const endInvitation: Writer = async ({ api }, { invitation = '' }) => {
  const path = { invitation_id: invitation }
  await must(api.DELETE('/api/v1/invitations/{invitation_id}', { params: { path } }))
  return redirect(here)
}

async function invitationsPage(visit: Visit, { note, mostUses, days, problem, token }: Written) {
  const { api, words, me, site, registration } = visit
  if (!me) throw new ApiRefusal(401, 'for members')
  const { items } = await must(api.GET('/api/v1/invitations'))
  const { invitations: own } = words
  return page(
    own.title,
    <>
      {registration.registration !== 'Invitation' && (
        <Notice>
          <p>{own.notNeeded[registration.registration]}</p>
        </Notice>
      )}
      {token !== undefined && (
        <Notice kind="good">
          <p>{own.made}</p>
          <p>
            <code class="secret">{`${site}/register?invitation=${token}`}</code>
          </p>
        </Notice>
      )}
      <PostForm visit={visit} to={here} heading={own.make} problem={problem}>
        <Input name="note" label={own.note} hint={own.noteHint} value={note} maxLength={200} />
        <Input name="most_uses" type="number" label={own.mostUses} value={mostUses} isRequired />
        <Input name="days" type="number" label={own.days} value={days} isRequired />
        <PasswordAgain words={words} />
        <button>{own.make}</button>
      </PostForm>
      <Rows items={items} none={own.none}>
        {(invitation) => <Row visit={visit} invitation={invitation} />}
      </Rows>
    </>,
    {
      problem,
      isIndexed: false,
      crumbs: [{ href: '/', name: words.nav.home }],
      ...(token === undefined ? {} : { headers: { 'cache-control': 'no-store' } }),
    },
  )
}

function Row({ visit, invitation }: { visit: Visit; invitation: Schemas['Invitation'] }) {
  const { invitations: own } = visit.words
  const { id, note, uses, most_uses, expires_at, created_by } = invitation
  const isOpen = uses < most_uses && Date.parse(expires_at) > visit.now
  return (
    <li class="row">
      <div class="row-main">
        <h2>
          <bdi>{note || own.unnamed}</bdi>
        </h2>
        <Meta>
          {own.used(uses, most_uses)}
          <>
            {own.until} <Moment visit={visit} time={expires_at} />
          </>
          <MemberLink user={created_by} />
        </Meta>
      </div>
      <div class="row-side">
        {isOpen ? (
          <Action visit={visit} to={`${here}/${id}/end`}>
            {own.end}
          </Action>
        ) : (
          <span class="meta">{own.over}</span>
        )}
      </div>
    </li>
  )
}
