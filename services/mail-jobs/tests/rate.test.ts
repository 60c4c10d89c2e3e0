import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { error, inSeconds, type MailJobs, outcome, startMailJobs } from './support.ts'

let service: MailJobs

beforeAll(async () => {
  service = await startMailJobs({ replicas: 2 })
})
afterAll(() => service.close())

it('lets a deployment of two replicas send fifty messages at once, and no more', async () => {
  const answers = await Promise.all(
    Array.from({ length: 54 }, (_, index) =>
      service.send({ recipient: `reader${index}@example.com`, deadline: inSeconds(3600) }, index % 2),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(outcome)).toEqual(Array(4).fill(error(500, 'internal error')))
  expect(service.mailServer.accepted).toHaveLength(50)
  expect(new Set(service.mailServer.accepted.map(({ messageId }) => messageId)).size).toBe(50)
  const logs = () => service.suite.processes['mail-jobs'].map((process) => process.log()).join('\n')
  const refusals = () => logs().match(/outbound mail refused: the deployment has sent as much as it may/g)
  await expect.poll(refusals).toHaveLength(4)
  expect(await service.metric(/^mail_operator_tokens/)).toBeLessThan(1)
})

it('still repeats the outcome of a known key, and stores nothing for a refused one', async () => {
  const [known] = await service.sql<{ key: string }>(
    'SELECT idempotency_key AS key FROM outbound_email LIMIT 1',
  )
  expect((await service.send({ idempotency_key: known?.key }, 1)).status).toBe(200)
  const key = newId()
  expect(outcome(await service.send({ idempotency_key: key }))).toEqual(error(500, 'internal error'))
  expect(await service.sql('SELECT 1 FROM outbound_email WHERE idempotency_key = $1', [key])).toEqual([])
  expect(await service.sql('SELECT 1 FROM job OFFSET 50')).toEqual([])
})

it('refills by four an hour: a quarter of an hour later one more is sent', async () => {
  await service.sql(`UPDATE rate_bucket SET tokens = 0, refilled_at = now() - interval '15 minutes'`)
  const answers = await Promise.all([service.send({}, 0), service.send({}, 1), service.send({}, 0)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500])
})
