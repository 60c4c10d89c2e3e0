/**
 * Notes a revision that members are to be told of, in the statement that writes it, with the one row of `from`. The row of
 * the thread is locked by then: numbers within a thread follow its commits.
 */
export const noteRevisionSql = (thread: string, post: string, position: string, from: string) => `
    INSERT INTO untold_revision (thread_id, post_id, position) SELECT ${thread}, ${post}, ${position} FROM ${from}`

/** Notes who has written in a thread, since which post. */
export const noteParticipantSql = (thread: string, member: string, position: string, from: string) => `
    INSERT INTO thread_participant (thread_id, user_id, position) SELECT ${thread}, ${member}, ${position} FROM ${from}
    ON CONFLICT DO NOTHING`

/** Held by whoever makes or changes notifications, until the transaction ends: numbers of notifications follow commits. */
export const LOCK = `hashtext(current_schema() || ' notifications'), 0`

/** When somebody is told: the database's clock. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`
