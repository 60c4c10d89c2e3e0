/** SQL: a timestamptz(3) column as whole milliseconds. A double is precise enough, and cheaper than `extract`. */
export const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`

/** SQL: the reverse. */
export const time = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`
