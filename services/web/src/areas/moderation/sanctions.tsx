import { newId } from '@agora/shared/contracts/ids'
import { must } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt } from '../../http/refusals.ts'
import { keyAfter, sendOnce } from '../../http/sent.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Input, Select, TextArea } from '../../view/fields.tsx'
import { Empty, nameOf, Paging, type ShortUser } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { SanctionList } from '../../view/sanction-list.tsx'
import { type Duration, durationIn, endOf } from './durations.ts'
import { memberBy, memberPage, problemOfReason, type Reasoned } from './reason-form.tsx'
import { chosenSection, Filter, ModerationTabs, moderationCrumbs, type Scope, scopeOf } from './scope.tsx'

const PER_PAGE = 25

export const showSanctions: Reader = async (visit) => {
  const { api, words, query } = visit
  const scope = await scopeOf(visit)
  const section = chosenSection(visit, scope)
  const active = query.get('active') === 'true'
  const current = pageNumber(query)
  const listing = await must(
    api.GET('/api/v1/forum/sanctions', {
      params: {
        query: { ...(section ? { section } : {}), active, offset: (current - 1) * PER_PAGE, limit: PER_PAGE },
      },
    }),
  )
  const path = `/moderation/sanctions?${new URLSearchParams({ active: String(active), ...(section ? { section } : {}) })}`
  return page(
    words.sanctions.title,
    <>
      <ModerationTabs visit={visit} scope={scope} />
      <Filter visit={visit} scope={scope} section={section}>
        <Select
          name="active"
          label={words.sanctions.which}
          value={String(active)}
          options={[
            ['false', words.sanctions.all],
            ['true', words.sanctions.active],
          ]}
        />
      </Filter>
      {listing.items.length === 0 ? (
        <Empty>{words.sanctions.none}</Empty>
      ) : (
        <SanctionList visit={visit} sanctions={listing.items} namesUser sections={scope.sections} />
      )}
      <Paging visit={visit} path={path} count={listing.count} size={PER_PAGE} current={current} />
    </>,
    { crumbs: moderationCrumbs(visit), isIndexed: false },
  )
}

const durations = ['1h', '1d', '3d', '1w', '30d', '1y', 'ever'] as const

/** How long durations still count from when the form was shown, so that sending it twice means the same. */
const FORM_LIFETIME_MS = 24 * 3_600_000

interface Sanctioning extends Reasoned {
  key: string
  kind: 'Warning' | 'Mute'
  section: string
  duration: Duration
  internalNote: string
  /** Milliseconds since the epoch. */
  from: number
}

export const showSanction: Reader = async (visit, { member = '' }, kept) => {
  const scope = await scopeOf(visit)
  return sanctionPage(visit, scope, await memberBy(visit, member), {
    key: newId(),
    kind: 'Warning',
    section: chosenSection(visit, scope) ?? '',
    duration: '1d',
    reason: kept.reason_text ?? '',
    internalNote: kept.internal_note ?? '',
    from: visit.now,
  })
}

export const sanction: Writer = async (visit, { member = '' }, form) => {
  const { api, now } = visit
  const from = Number(form.text('from'))
  const given: Sanctioning = {
    key: form.key(),
    kind: form.text('kind') === 'Mute' ? 'Mute' : 'Warning',
    section: form.text('section'),
    duration: durationIn(form.text('duration'), durations),
    reason: form.text('reason_text'),
    internalNote: form.text('internal_note'),
    from: from <= now && from > now - FORM_LIFETIME_MS ? from : now,
  }
  const end = given.kind === 'Mute' ? endOf(given.duration, given.from) : null
  const { refusal } = await attempt(
    sendOnce(visit, form, () =>
      must(
        api.POST('/api/v1/forum/sanctions', {
          params: { header: { 'idempotency-key': given.key } },
          body: {
            user: { type: 'User', id: member },
            ...(given.section ? { section: { type: 'ForumSection', id: given.section } } : {}),
            kind: given.kind,
            ...(end === null ? {} : { expires_at: end }),
            reason: given.reason,
            internal_note: given.internalNote,
          },
        }),
      ),
    ),
  )
  if (!refusal) return redirect(`/members/${member}`)
  return sanctionPage(visit, await scopeOf(visit), await memberBy(visit, member), {
    ...given,
    key: keyAfter(refusal, newId()),
    problem: problemOfReason(refusal, visit),
  })
}

function sanctionPage(visit: Visit, scope: Scope, user: ShortUser, given: Sanctioning) {
  const { words } = visit
  const { problem } = given
  return memberPage(
    visit,
    user,
    words.sanctions.of(nameOf(user)),
    <PostForm visit={visit} to={`/members/${user.id}/sanction`} class="card narrow" problem={problem} isDraft>
      <input type="hidden" name="key" value={given.key} />
      <input type="hidden" name="from" value={String(given.from)} />
      <Select
        name="kind"
        label={words.sanctions.kind}
        value={given.kind}
        options={(['Warning', 'Mute'] as const).map((kind) => [kind, words.sanctions.meaning[kind]])}
      />
      <Select
        name="duration"
        label={words.sanctions.duration}
        hint={words.sanctions.durationHint}
        value={given.duration}
        options={durations.map((one) => [one, words.durations[one]])}
      />
      <Select
        name="section"
        label={words.sanctions.where}
        value={given.section}
        options={[
          ...(scope.everywhere ? [['', words.sanctions.everywhere] as const] : []),
          ...scope.sections.map(({ id, display_name }) => [id, display_name] as const),
        ]}
      />
      <TextArea
        name="reason_text"
        label={words.sanctions.reason}
        hint={words.sanctions.reasonHint}
        value={given.reason}
        rows={3}
        isRequired
      />
      <Input
        name="internal_note"
        label={words.sanctions.note}
        hint={words.sanctions.noteHint}
        value={given.internalNote}
      />
      <SubmitOr label={words.sanctions.send} to={`/members/${user.id}`} link={words.back} />
    </PostForm>,
    { problem },
  )
}

export const lift: Writer = async ({ api }, { sanction: id = '' }, form) => {
  const { refusal } = await attempt(
    must(api.DELETE('/api/v1/forum/sanctions/{sanction_id}', { params: { path: { sanction_id: id } } })),
  )
  // Already lifted by somebody else is fine.
  if (refusal && refusal.status !== 409) throw refusal
  return redirect(`/members/${encodeURIComponent(form.text('member'))}`)
}
