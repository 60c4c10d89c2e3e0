import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gate } from './mail-server.ts'
import { eventually, type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs

beforeAll(async () => {
  service = await startMailJobs({ replicas: 2 })
})
afterAll(() => service.close())

const redis = () => {
  const server = service.suite.redis
  if (!server) throw new Error('no Redis')
  return server
}

const way = (name: string) => service.metric(new RegExp(`^mail_dispatches_total.*way="${name}"`))

it('sends through the queue while Redis is there', async () => {
  expect((await service.send({ recipient: 'queued@example.com' })).status).toBe(200)
  const both = await Promise.all(
    service.suite.urls['mail-jobs'].map(
      async (url) => (await service.suite.call('GET', `${url}/metrics`)).text,
    ),
  )
  expect(both.join()).toMatch(/mail_dispatches_total\{way="queue",service="mail-jobs"\} [1-9]/)
})

it('loses no mail and sends none twice when Redis comes back empty in the middle of the work', async () => {
  const { opened, open } = gate()
  const held = Array.from({ length: 6 }, (_, index) => `held${index}@example.com`)
  for (const recipient of held) service.mailServer.behave(recipient, { recipient: () => opened })
  const answers = held.map((recipient, index) => service.send({ recipient }, index % 2))
  await eventually(() => {
    for (const recipient of held) expect(service.mailServer.count('recipient', recipient)).toBe(1)
  })
  await redis().restart({ empty: true })
  open()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  for (const recipient of held) expect(service.mailServer.to(recipient)).toHaveLength(1)
})

it('still sends within the request while Redis is frozen or down', async () => {
  const before = (await way('direct')) || 0
  process.kill(redis().pid, 'SIGSTOP')
  expect((await service.send({ recipient: 'frozen@example.com' })).status).toBe(200)
  process.kill(redis().pid, 'SIGCONT')

  await redis().kill()
  const key = newId()
  const answers = await Promise.all([
    service.send({ recipient: 'gone0@example.com', idempotency_key: key }, 0),
    service.send({ recipient: 'gone0@example.com', idempotency_key: key }, 1),
    service.send({ recipient: 'gone1@example.com' }, 0),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const recipient of ['frozen', 'gone0', 'gone1'])
    expect(service.mailServer.to(`${recipient}@example.com`)).toHaveLength(1)
  expect(await way('direct')).toBeGreaterThan(before)
})

it('starts without Redis, and uses the queue once it is available', async () => {
  const [process] = service.suite.processes['mail-jobs']
  await process?.restart()
  expect((await service.send({ recipient: 'without@example.com' })).status).toBe(200)
  await redis().restart()
  await eventually(async () => {
    await service.sql(`UPDATE rate_bucket SET tokens = 50`)
    expect((await service.send({ recipient: 'back@example.com' })).status).toBe(200)
    expect(await way('queue')).toBeGreaterThan(0)
  })
})
