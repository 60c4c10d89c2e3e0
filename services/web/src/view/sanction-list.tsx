import type { Schemas } from '@agora/client'
import type { Visit } from '../http/visit.ts'
import { sectionIn } from '../lists.ts'
import { Action, MemberLink, Meta, Moment, SectionName, Time } from './parts.tsx'

export type Sanction = Schemas['ForumSanction']

const isInForce = ({ deleted_at, expires_at }: Sanction, now: number): boolean =>
  deleted_at === null && (expires_at === null || Date.parse(expires_at) > now)

interface Props {
  visit: Visit
  sanctions: readonly Sanction[]
  /** Whether each names its user. */
  namesUser?: boolean
  /** Those in which they may hold. */
  sections?: Sections
}

type Sections = readonly Schemas['ForumSection'][]

export const SanctionList = ({ visit, sanctions, namesUser = false, sections = [] }: Props) => (
  <ul class="sanctions">
    {sanctions.map((sanction) => (
      <SanctionItem visit={visit} sanction={sanction} namesUser={namesUser} sections={sections} />
    ))}
  </ul>
)

function SanctionItem(props: { visit: Visit; sanction: Sanction; namesUser: boolean; sections: Sections }) {
  const { visit, sanction, namesUser, sections } = props
  const { words, now } = visit
  const { id, kind, user, section, created_at, created_by, expires_at, deleted_at, deleted_by } = sanction
  const holds = isInForce(sanction, now)
  const where = sectionIn(sections, section?.id)
  return (
    <li class={`sanction ${holds ? '' : 'is-over'}`}>
      <p>
        <span class={`badge ${kind === 'Mute' && holds ? 'strong' : ''}`}>{words.sanctions.kinds[kind]}</span>{' '}
        {namesUser && <MemberLink user={user} />} <bdi>{sanction.reason}</bdi>
      </p>
      {sanction.internal_note !== undefined && sanction.internal_note !== '' && (
        <p class="internal" dir="auto">
          {sanction.internal_note}
        </p>
      )}
      <Meta>
        {where ? (
          <SectionName section={where} />
        ) : section ? (
          words.sanctions.oneSection
        ) : (
          words.sanctions.everywhere
        )}
        <>
          <Time visit={visit} time={created_at} /> {words.by} <MemberLink user={created_by} />
        </>
        {expires_at !== null && deleted_at === null && (
          <>
            {holds ? words.sanctions.until : words.sanctions.ended} <Moment visit={visit} time={expires_at} />
          </>
        )}
        {deleted_at !== null && (
          <>
            {words.sanctions.lifted} <Time visit={visit} time={deleted_at} />
            {deleted_by && (
              <>
                {' '}
                {words.by} <MemberLink user={deleted_by} />
              </>
            )}
          </>
        )}
      </Meta>
      {deleted_at === null && sanction.internal_note !== undefined && (
        <Action visit={visit} to={`/moderation/sanctions/${id}/lift`} fields={{ member: user.id }}>
          {words.sanctions.lift}
        </Action>
      )}
    </li>
  )
}
