import type { Schemas } from '@agora/client'
import type { Visit } from '../http/visit.ts'
import { Action, Dots, MemberLink, Moment, Time } from './parts.tsx'

export type Sanction = Schemas['ForumSanction']

const isInForce = ({ deleted_at, expires_at }: Sanction, now: number): boolean =>
  deleted_at === null && (expires_at === null || Date.parse(expires_at) > now)

interface Props {
  visit: Visit
  sanctions: readonly Sanction[]
  /** Whether each names its user. */
  namesUser?: boolean
  nameOf?: (section: string) => string | undefined
}

export const SanctionList = ({ visit, sanctions, namesUser = false, nameOf = () => undefined }: Props) => (
  <ul class="sanctions">
    {sanctions.map((sanction) => (
      <SanctionItem visit={visit} sanction={sanction} namesUser={namesUser} nameOf={nameOf} />
    ))}
  </ul>
)

function SanctionItem(props: {
  visit: Visit
  sanction: Sanction
  namesUser: boolean
  nameOf: (id: string) => string | undefined
}) {
  const { visit, sanction, namesUser, nameOf } = props
  const { words, now } = visit
  const { id, kind, user, section, created_at, created_by, expires_at, deleted_at, deleted_by } = sanction
  const holds = isInForce(sanction, now)
  return (
    <li class={`sanction ${holds ? '' : 'is-over'}`}>
      <p>
        <span class={`badge ${kind === 'Mute' && holds ? 'strong' : ''}`}>{words.sanctions.kinds[kind]}</span>{' '}
        {namesUser && <MemberLink user={user} />} {sanction.reason}
      </p>
      {sanction.internal_note !== undefined && sanction.internal_note !== '' && (
        <p class="internal">{sanction.internal_note}</p>
      )}
      <p class="meta">
        <Dots>
          {section ? (nameOf(section.id) ?? words.sanctions.oneSection) : words.sanctions.everywhere}
          <>
            <Time visit={visit} time={created_at} /> {words.by} <MemberLink user={created_by} />
          </>
          {expires_at !== null && deleted_at === null && (
            <>
              {holds ? words.sanctions.until : words.sanctions.ended}{' '}
              <Moment visit={visit} time={expires_at} />
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
        </Dots>
      </p>
      {deleted_at === null && sanction.internal_note !== undefined && (
        <Action visit={visit} to={`/moderation/sanctions/${id}/lift`} fields={{ member: user.id }}>
          {words.sanctions.lift}
        </Action>
      )}
    </li>
  )
}
