/** The time between two digests of a member with this setting; null for never. */
export const periodSql = (email: string) =>
  `CASE ${email} WHEN 'Daily' THEN interval '24 hours' WHEN 'Weekly' THEN interval '168 hours' END`

/**
 * When the period of the settings aliased `s` that began at `from` ends; if several have passed, the end of the last.
 */
export const periodEndSql = (from: string) => {
  const period = `(${periodSql('s.email')})`
  return `(${from} + ${period} * (1 + floor(extract(epoch FROM clock_timestamp() - ${from}) / extract(epoch FROM ${period}))))`
}
