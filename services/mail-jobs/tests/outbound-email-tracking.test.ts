import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailJobs, startMailJobs } from './support.ts'

let service: MailJobs

beforeAll(async () => {
  service = await startMailJobs({
    config: { site: { url: 'https://community.example' }, mail: { track_opens: true } },
  })
})
afterAll(() => service.close())

const readAt = async (id: string) => {
  const { body } = await service.call('GET', '/outbound_email', { as: service.administrator })
  return body.items.find((item: { id: string }) => item.id === id)?.read_at
}

it('puts a signed image into the mail, whose first request is the time of opening', async () => {
  const sent = await service.send({ recipient: 'reader@example.com' })
  expect(sent.body.read_at).toBeNull()
  const [mail] = service.mailServer.to('reader@example.com')
  const [, path = ''] = /<img src="https:\/\/community\.example\/api\/v1([^"]+)"/.exec(mail?.html ?? '') ?? []
  const guest = await service.principal({ kind: 'guest' })

  // Neither another mail's signature nor an altered one counts.
  for (const forged of [
    path.replace(/.\.gif$/, '.gif'),
    path.replace(
      sent.body.id,
      sent.body.id.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0')),
    ),
    `${path}x`,
  ])
    await service.call('GET', forged, { as: guest })
  expect(await readAt(sent.body.id)).toBeNull()

  const image = await service.call('GET', path, { as: guest })
  expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
    200,
    'image/gif',
    'no-store',
  ])
  expect(image.text.startsWith('GIF89a')).toBe(true)
  const first = await readAt(sent.body.id)
  expect(first).toMatch(/Z$/)
  await service.call('GET', path, { as: guest })
  expect(await readAt(sent.body.id)).toBe(first)
})
