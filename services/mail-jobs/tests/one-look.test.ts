import { readWhileWriting } from '@agora/testing/one-look'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs
beforeAll(async () => {
  service = await startMailJobs()
  expect((await service.send({})).status).toBe(200)
})
afterAll(() => service?.close())

const ADD = `
  WITH made AS (INSERT INTO job (id) SELECT gen_random_uuid() FROM generate_series(1, 7) RETURNING id),
    tasks AS (
      INSERT INTO task (id, job_id, kind, status, state, output)
      SELECT gen_random_uuid(), id, 'Raced', 'Complete', '{}', '{}' FROM made
      RETURNING id
    )
  INSERT INTO outbound_email (id, task_id, created_by, deadline, sender, recipient, kind, version, data, outcome,
    submitted_at, text_size, text_sha2, text_sha3, html_size, html_sha2, html_sha3)
  SELECT gen_random_uuid(), tasks.id, created_by, now(), sender, recipient, mail.kind, version, data, outcome,
    submitted_at, text_size, text_sha2, text_sha3, html_size, html_sha2, html_sha3
  FROM tasks, (SELECT * FROM outbound_email ORDER BY created_at LIMIT 1) AS mail`
const REMOVE = `
  WITH raced AS (SELECT id, job_id FROM task WHERE kind = 'Raced'),
    mails AS (DELETE FROM outbound_email WHERE task_id IN (SELECT id FROM raced)),
    tasks AS (DELETE FROM task WHERE id IN (SELECT id FROM raced))
  DELETE FROM job WHERE id IN (SELECT job_id FROM raced)`

it.each(['/job/jobs', '/outbound_email'])(
  'a listing counts what it shows, whatever is written meanwhile: %s',
  (path) =>
    readWhileWriting(
      async () => {
        const { status, body } = await service.call('GET', path, { as: service.administrator })
        expect([status, body.items.length]).toEqual([200, body.count])
        expect([1, 8]).toContain(body.count)
      },
      async () => {
        await service.sql(ADD)
        await service.sql(REMOVE)
      },
    ),
)
