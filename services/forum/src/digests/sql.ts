/** Between two digests of a member who wants them so often; null for never. */
export const periodSql = (email: string) =>
  `CASE ${email} WHEN 'Daily' THEN interval '24 hours' WHEN 'Weekly' THEN interval '168 hours' END`

/** When the period of the settings aliased `s` that began at the time `from` ends, or the last of as many as have passed. */
export const periodEndSql = (from: string) => {
  const period = `(${periodSql('s.email')})`
  return `(${from} + ${period} * (1 + floor(extract(epoch FROM clock_timestamp() - ${from}) / extract(epoch FROM ${period}))))`
}
