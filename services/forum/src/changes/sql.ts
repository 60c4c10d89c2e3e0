/** Records the change of a statement that writes a post, for each row of `from`; the thread's row is locked by then. */
export const recordPostSql = (
  kind: 'ThreadOpened' | 'PostWritten',
  columns: { section: string; thread: string; post: string; actor: string; pictures: string },
  from: string,
) => `
    INSERT INTO new_change (kind, section_id, thread_id, post_id, actor_id, pictures)
    SELECT '${kind}', ${columns.section}, ${columns.thread}, ${columns.post}, ${columns.actor}, ${columns.pictures}
    FROM ${from}`
