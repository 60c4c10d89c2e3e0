import { createDatabase, type Database } from '@agora/shared/database/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeExports } from '../src/exports/store.ts'
import { purgeMails } from '../src/mail/store-retention.ts'
import { type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs
beforeAll(async () => {
  service = await startMailJobs()
})
afterAll(() => service.close())

/** At once, as replicas do. */
async function purgeThrice(purge: (db: Database) => Promise<void>) {
  const url = service.suite.database.urls['mail-jobs']
  const db = createDatabase({ url, schema: 'mail_jobs', size: 3, name: 'retention' })
  await Promise.all([purge(db), purge(db), purge(db)]).finally(() => db.close())
}
const purge = (days: number) => purgeThrice((db) => purgeMails(db, days))
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

it('an export is deleted with its job when it expires, or after a week without an end', async () => {
  const made = (days: number) =>
    service.sql<{ id: string }>(
      `WITH job AS (INSERT INTO job (id) VALUES (gen_random_uuid()) RETURNING id),
     task AS (
       INSERT INTO task (id, job_id, kind, state, due_at)
       SELECT gen_random_uuid(), id, 'ExportMember', '{}', now() + interval '1 hour' FROM job RETURNING id
     )
     INSERT INTO member_export (id, user_id, task_id, created_at, files)
     SELECT gen_random_uuid(), gen_random_uuid(), id, now() - make_interval(days => $1), '{}' FROM task
     RETURNING id`,
      [days],
    )
  await made(6)
  await made(8)
  const [expired] = await made(0)
  await service.sql('UPDATE member_export SET expires_at = now() WHERE id = $1', [expired!.id])
  await purgeThrice(purgeExports)
  const [counts] = await service.sql(
    `SELECT (SELECT count(*)::int FROM member_export) AS exports,
       (SELECT count(*)::int FROM job JOIN task ON job_id = job.id WHERE kind = 'ExportMember') AS jobs`,
  )
  expect(counts).toEqual({ exports: 1, jobs: 1 })
})
