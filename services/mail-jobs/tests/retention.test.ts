import { createDatabase } from '@agora/shared/database/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeMails } from '../src/mail/store-retention.ts'
import { type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs
beforeAll(async () => {
  service = await startMailJobs()
})
afterAll(() => service.close())

const purge = async (days: number) => {
  const url = service.suite.database.urls['mail-jobs']
  const db = createDatabase({ url, schema: 'mail_jobs', size: 3, name: 'retention' })
  // As replicas do.
  await Promise.all([purgeMails(db, days), purgeMails(db, days), purgeMails(db, days)]).finally(() =>
    db.close(),
  )
}
const left = async () => {
  const rows = await service.sql<{ recipient: string }>(
    'SELECT recipient FROM outbound_email ORDER BY recipient',
  )
  const [counts] = await service.sql(
    'SELECT (SELECT count(*)::int FROM task) AS tasks, (SELECT count(*)::int FROM job) AS jobs',
  )
  return { recipients: rows.map(({ recipient }) => recipient), ...counts }
}
const age = (recipient: string, days: number) =>
  service.sql(
    'UPDATE outbound_email SET created_at = now() - make_interval(days => $2) WHERE recipient = $1',
    [recipient, days],
  )

it('a mail is deleted with its job after the configured number of days, once its outcome is known', async () => {
  for (const name of ['kept', 'old', 'open'])
    expect((await service.send({ recipient: `${name}@example.com` })).status).toBe(200)
  await age('kept@example.com', 29)
  await age('old@example.com', 31)
  await age('open@example.com', 31)
  await service.sql("UPDATE outbound_email SET outcome = NULL WHERE recipient = 'open@example.com'")
  await purge(30)
  expect(await left()).toEqual({ recipients: ['kept@example.com', 'open@example.com'], tasks: 2, jobs: 2 })
  await purge(30)
  expect(await left()).toMatchObject({ tasks: 2 })
})
