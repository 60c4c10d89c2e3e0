import { contentEvents } from '@agora/shared/contracts/events/content'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { Transaction } from '@agora/shared/database/sql'
import { readClosed } from './store.ts'

const { PostCreated, ThreadCreated } = contentEvents

/**
 * Tells applications of what a statement writes, within it: its rows are `source`. Their thread's lock gives them their
 * place among the thread's events, so they need none of `appendEvents`.
 */
const tellSql = (event: { type: string }, name: string, data: string, source: string) => `
    INSERT INTO outbox_event (id, subject, type, key, data, created_at)
    SELECT (data->>'post')::uuid, 'moderation.' || (data->>'section') || '.${name}', '${event.type}', data->>'section',
      data, ctime
    FROM (
      SELECT jsonb_strip_nulls(jsonb_build_object(${data}, 'closed', (
        SELECT jsonb_build_array(key) FROM section WHERE id = section_id AND readers <> 'Everyone'
      ))) AS data, ctime FROM ${source}
    ) AS told
    RETURNING pg_notify('outbox_' || current_schema(), '')`

/** Rows with the columns `section_id`, `thread`, `post`, `author`, `ctime`. */
export const tellOfRepliesSql = (source: string) =>
  tellSql(
    PostCreated,
    'PostCreated',
    `'section', section_id, 'thread', thread, 'post', post, 'author', author`,
    source,
  )

/** Rows with `title` besides. */
export const tellOfThreadsSql = (source: string) =>
  tellSql(
    ThreadCreated,
    'ThreadCreated',
    `'section', section_id, 'thread', thread, 'post', post, 'author', author, 'title', title`,
    source,
  )

interface Told {
  section: string | null
  /** What events of acts of moderation carry. */
  data?: { to_section?: string }
}

/** These events, each with the keys of the sections that it names and not everybody may read, where there are some. */
export async function tellingWhatIsClosed(
  tx: Transaction,
  events: readonly EventDraft[],
): Promise<EventDraft[]> {
  const named = events.map(({ data }) => {
    const { section, data: more } = data as Told
    return [section, more?.to_section].filter((id) => typeof id === 'string')
  })
  const sections = await readClosed(tx, named.flat() as string[])
  return events.map((event, index) => {
    const closed = sections.filter(({ id }) => named[index]!.includes(id)).map(({ key }) => key)
    return closed.length === 0 ? event : { ...event, data: { ...(event.data as object), closed } }
  })
}
