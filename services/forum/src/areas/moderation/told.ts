import { contentEvents } from '@agora/shared/contracts/events/content'

const { PostCreated, ThreadCreated } = contentEvents

/**
 * Tells applications of what a statement writes, within it: its rows are `source`. Their thread's lock gives them their
 * place among the thread's events, so they need none of `appendEvents`.
 */
const tellSql = (event: { type: string }, name: string, data: string, source: string) => `
    INSERT INTO outbox_event (id, subject, type, key, data, created_at)
    SELECT (data->>'post')::uuid, 'moderation.' || (data->>'section') || '.${name}', '${event.type}', data->>'section',
      data, ctime
    FROM (SELECT jsonb_build_object(${data}) AS data, ctime FROM ${source}) AS told
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
