import type { Schemas } from '@agora/client'
import { must } from '../api.ts'
import type { Visit } from '../http/visit.ts'
import { Moment, Notice, Said } from './parts.tsx'

export type Mute = Schemas['ForumSanction']

/** The mute that keeps the member from writing in a section; undefined if something else does. */
export async function muteIn({ api, me }: Visit, section: string): Promise<Mute | undefined> {
  if (!me) return undefined
  const { items } = await must(
    api.GET('/api/v1/forum/sanctions', { params: { query: { user: me.id, active: true, limit: 100 } } }),
  )
  return items.find(({ kind, section: where }) => kind === 'Mute' && (where === null || where.id === section))
}

/** Why and until when the member may not write, where they would. */
export const Muted = ({ visit, mute }: { visit: Visit; mute: Mute }) => {
  const { words } = visit
  const { section, reason, expires_at: end } = mute
  return (
    <Notice kind="alarm">
      <p>{section === null ? words.muted.everywhere : words.muted.here}</p>
      <Said visit={visit} text={reason} />
      <p>
        {end === null ? (
          words.muted.lasting
        ) : (
          <>
            {words.muted.until} <Moment visit={visit} time={end} />
          </>
        )}{' '}
        <a href="/sanctions">{words.sanctions.own}</a>
      </p>
    </Notice>
  )
}
