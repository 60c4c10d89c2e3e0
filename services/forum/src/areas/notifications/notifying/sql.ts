/**
 * Held until the transaction ends by whoever creates or changes notifications, so that their numbers follow commits.
 */
export const LOCK = `hashtext(current_schema() || ' notifications'), 0`

/** The time of a notification, by the database's clock. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`
