/** The time of a notification, by the database's clock. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`
