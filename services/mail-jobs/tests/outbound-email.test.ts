import { createHash } from 'node:crypto'
import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { error, inAnHour, inSeconds, type MailJobs, outcome, startMailJobs } from './support.ts'

let service: MailJobs

beforeAll(async () => {
  service = await startMailJobs({
    config: {
      site: { name: 'Agora_*Test*' },
      mail: {
        sender: 'agora@community.example',
        template: {
          subject: 'News from {{site}}: {{topic}}',
          body: 'Hello,\nthis is **{{site}}**, see [our site]({{home}}).\n[quote]{{topic}}[/quote]',
        },
        variables: { topic: 'a_b_c & <b>[/quote]</b> é\u{1f600}', home: 'https://x.example/(a)?b=1&c=2' },
      },
    },
  })
})
afterAll(() => service.close())

const sha = (algorithm: string, text: string) => createHash(algorithm).update(text, 'utf8').digest('hex')

describe('POST /outbound_email', () => {
  it('returns the stored message to the last key, with the digests of the bytes that arrived', async () => {
    const key = newId()
    const deadline = inAnHour()
    const answer = await service.send({ idempotency_key: key, deadline, recipient: 'exact@example.com' })
    const [mail] = service.mailServer.to('exact@example.com')
    const digest = (part = '') => ({
      size: Buffer.byteLength(part),
      sha2_256: sha('sha256', part),
      sha3_256: sha('sha3-256', part),
    })
    expect(outcome(answer)).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        submitted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_by: { type: 'User', id: service.administratorId },
        deadline,
        sender: 'agora@community.example',
        recipient: 'exact@example.com',
        payload: {
          kind: 'Markup',
          version: 1,
          data: {
            site: 'Agora_*Test*',
            topic: 'a_b_c & <b>[/quote]</b> é\u{1f600}',
            home: 'https://x.example/(a)?b=1&c=2',
          },
          text: digest(mail?.text),
          html: digest(mail?.html),
        },
        read_at: null,
      },
    })
    expect(mail?.messageId).toBe(`<${answer.body.id}@community.example>`)
  })

  it('inserts the variables into the operators’ template as text, whatever markup they contain', async () => {
    await service.send({ recipient: 'marks@example.com', subject: 'not this', body: 'nor this' })
    const [mail] = service.mailServer.to('marks@example.com')
    expect(mail?.subject).toBe('News from Agora_*Test*: a_b_c & <b>[/quote]</b> é\u{1f600}')
    expect(mail?.text).toBe(
      'Hello,\r\nthis is Agora_*Test*, see our site: https://x.example/%28a%29?b=1&c=2.\r\n' +
        '> a_b_c & <b>[/quote]</b> é\u{1f600}\r\n',
    )
    expect(mail?.html).toContain('<strong>Agora_*Test*</strong>')
    expect(mail?.html).toContain(
      '<a href="https://x.example/%28a%29?b=1&amp;c=2" rel="nofollow ugc noopener">our site</a>',
    )
    expect(mail?.html).toContain('a_b_c &amp; &lt;b&gt;[/quote]&lt;/b&gt; é\u{1f600}</blockquote>')
    expect(mail?.text).not.toContain('nor this')
  })

  it('sends one message for twenty simultaneous requests with one key, and answers all alike', async () => {
    const body = { idempotency_key: newId(), recipient: 'twenty@example.com' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.send(body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(service.mailServer.to('twenty@example.com')).toHaveLength(1)
  })

  it('repeats the outcome of a key whatever else the body contains, without using the rate limit', async () => {
    const key = newId()
    const first = await service.send({ idempotency_key: key, recipient: 'first@example.com' })
    const tokens = await service.sql<{ tokens: number }>('SELECT tokens FROM rate_bucket')
    const second = await service.send({
      idempotency_key: key.toUpperCase(),
      recipient: 'second@example.com',
      deadline: inSeconds(-5),
    })
    expect(outcome(second)).toEqual(outcome(first))
    expect(service.mailServer.to('second@example.com')).toEqual([])
    expect(await service.sql('SELECT tokens FROM rate_bucket')).toEqual(tokens)
  })

  it('abandons a message whose deadline has passed: 500, nothing sent, and the job says so', async () => {
    const key = newId()
    const body = { idempotency_key: key, recipient: 'late@example.com', deadline: inSeconds(-1) }
    expect(outcome(await service.send(body))).toEqual(error(500, 'internal error'))
    expect(outcome(await service.send({ ...body, deadline: inAnHour() }))).toEqual(
      error(500, 'internal error'),
    )
    expect(service.mailServer.to('late@example.com')).toEqual([])
    const tasks = await service.sql(
      `SELECT status, output->>'outcome' AS outcome FROM task JOIN outbound_email ON task_id = task.id
       WHERE idempotency_key = $1`,
      [key],
    )
    expect(tasks).toEqual([{ status: 'Complete', outcome: 'Abandoned' }])
  })

  const whole = {
    deadline: inAnHour(),
    idempotency_key: '0190a2b4-0000-7000-8000-000000000000',
    recipient: 'somebody@example.com',
    subject: '',
    body: '',
  }
  const without = (field: string) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))

  it.each(Object.keys(whole))('refuses a body without %s and names it', async (field) => {
    const answer = await service.call('POST', '/outbound_email', {
      as: service.administrator,
      body: without(field),
    })
    expect(outcome(answer)).toEqual(error(422, `invalid \`${field}\`: is required`))
  })

  it.each([
    ['idempotency_key', '0190a2b4-0000-4000-8000-000000000000'],
    ['idempotency_key', 'nonsense'],
    ['idempotency_key', null],
    ['deadline', 'tomorrow'],
    ['deadline', '2026-01-01'],
    ['deadline', '0000-01-01T00:00:00Z'],
    ['deadline', '9999-12-31T23:59:59-12:00'],
    ['deadline', '2016-12-31T23:59:60Z'],
    ['deadline', 1],
    ['recipient', 'nobody'],
    ['recipient', 'a@example.com\r\nBcc: b@example.com'],
    ['recipient', 'a@example.com\0'],
    ['recipient', 'a@example.com, b@example.com'],
    ['recipient', 'Ada <ada@example.com>'],
    ['recipient', 'é@example.com'],
    ['recipient', '\ud800@example.com'],
    ['recipient', `${'a'.repeat(65)}@example.com`],
    ['recipient', `a@${'b.'.repeat(130)}com`],
    ['recipient', ['a@example.com']],
    ['recipient', { toString: 'a@example.com' }],
    ['subject', null],
    ['body', ['text']],
  ])('refuses %s = %j', async (field, value) => {
    const answer = await service.call('POST', '/outbound_email', {
      as: service.administrator,
      body: { ...whole, [field]: value },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatch(new RegExp(`^invalid \`${field}\`: `))
  })

  it('refuses invalid JSON with 400, another content type with 415, a list with 422', async () => {
    const post = (body: unknown, headers = {}) =>
      service.call('POST', '/outbound_email', { as: service.administrator, body, headers })
    expect((await post('{')).status).toBe(400)
    expect((await post('')).status).toBe(400)
    expect((await post('x=1', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post([])).status).toBe(422)
    expect((await post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
  })
})

describe('GET /outbound_email', () => {
  it('lists the messages handed to the mailer, newest first, and reads no query', async () => {
    await service.send({ recipient: 'older@example.com' })
    await service.send({ recipient: 'newer@example.com' })
    await service.send({ recipient: 'never@example.com', deadline: inSeconds(-1) })
    const answer = await service.call('GET', '/outbound_email?offset=-1&limit=x&limit=2', {
      as: service.administrator,
    })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body)).toEqual(['offset', 'limit', 'count', 'items'])
    expect(answer.body).toMatchObject({ offset: 0, limit: 100, count: answer.body.items.length })
    const recipients = answer.body.items.map(({ recipient }: { recipient: string }) => recipient)
    expect(recipients.slice(0, 2)).toEqual(['newer@example.com', 'older@example.com'])
    expect(recipients).not.toContain('never@example.com')
  })
})
