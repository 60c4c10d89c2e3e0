/** Records who has written in a thread, and since which post: the `thread`, `author` and `position` of `from`. */
export const recordParticipantSql = (from: string) => `
    INSERT INTO thread_participant (thread_id, user_id, position) SELECT thread, author, position FROM ${from}
    ON CONFLICT DO NOTHING`

/**
 * Held until the transaction ends by whoever creates or changes notifications, so that their numbers follow commits.
 */
export const LOCK = `hashtext(current_schema() || ' notifications'), 0`

/** The time of a notification, by the database's clock. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`
