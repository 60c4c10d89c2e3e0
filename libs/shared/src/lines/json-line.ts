/**
 * A value as one line, its end included, also for readers that take Unicode's separators for ends of lines, as Node's do:
 * JSON leaves them as they are.
 */
export const jsonLine = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
