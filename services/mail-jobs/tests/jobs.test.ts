import { newId } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { error, inAnHour, type MailJobs, outcome, startMailJobs } from './support.ts'

let service: MailJobs
let callers: Record<string, Caller>

beforeAll(async () => {
  service = await startMailJobs()
  const user = {
    kind: 'user',
    id: newId(),
    displayName: 'Somebody',
    createdAt: '2026-01-01T00:00:00.000Z',
  } as const
  callers = {
    'a guest': await service.principal({ kind: 'guest' }),
    'a guest with the internal key': await service.principal({ kind: 'guest', internalKey: 'valid' }),
    'an unresolvable caller': await service.principal({ kind: 'unresolvable' }),
    'a client': await service.principal({ kind: 'client', id: newId() }),
    'a member': await service.principal({ ...user, isAdministrator: false, ceiling: 'full', isRecent: true }),
    'a token of an administrator': await service.principal({
      ...user,
      isAdministrator: false,
      isRecent: true,
      ceiling: ['base', 'forum:moderate'],
    }),
    'an administrator under a ceiling': await service.principal({
      ...user,
      isAdministrator: true,
      isRecent: true,
      ceiling: ['base'],
    }),
  }
})
afterAll(() => service.close())

const nobodies = [
  'a guest',
  'a guest with the internal key',
  'an unresolvable caller',
  'a client',
  'a member',
  'a token of an administrator',
  'an administrator under a ceiling',
]
const read = error(500, 'internal error')
const id = '0190a2b4-0000-7000-8000-000000000000'
const forbidden = error(403, 'forbidden')
const cannotCreate = error(403, 'current actor does not have the permission to create a job')

/** Bodies are validated after the caller: none of these gets that far. */
const bodies = [undefined, '{', '[]', 'x'.repeat(2_000_000), { kind: 'SendOutboundEmail', state: {} }]

describe.each(nobodies)('%s', (name) => {
  const as = () => callers[name] as Caller

  it.each(['/job/jobs', `/job/jobs/${id}`, '/job/jobs/x', `/job/tasks/${id}`, '/job/tasks/x'])(
    'reads no jobs and is not told why: GET %s',
    async (path) => {
      expect(outcome(await service.call('GET', path, { as: as() }))).toEqual(read)
    },
  )

  it('creates no job, whatever the body', async () => {
    for (const body of bodies) {
      const answer = await service.call('POST', '/job/jobs', { as: as(), body })
      expect(outcome(answer)).toEqual(cannotCreate)
    }
  })

  it('neither lists nor sends mails, whatever the body', async () => {
    expect(outcome(await service.call('GET', '/outbound_email', { as: as() }))).toEqual(forbidden)
    for (const body of bodies) {
      const answer = await service.call('POST', '/outbound_email', { as: as(), body })
      expect(outcome(answer)).toEqual(forbidden)
    }
  })
})

describe('whoever comes without a signed principal', () => {
  it.each([
    ['GET', '/job/jobs'],
    ['GET', '/outbound_email'],
    ['POST', '/outbound_email'],
  ])('gets nothing: %s %s', async (method, path) => {
    const { status } = await service.call(method, path)
    expect(status).toBe(path.startsWith('/job') ? 500 : 401)
  })
})

describe('an administrator', () => {
  it('reads the jobs of sent mails, most recent first, to the last key, whatever the query says', async () => {
    await service.send({ recipient: 'first@example.com' })
    await service.send({ recipient: 'second@example.com' })
    const answer = await service.call('GET', '/job/jobs?limit=x&offset=-1&status=Complete', {
      as: service.administrator,
    })
    const job = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      created_by: {
        type: 'User',
        id: service.administratorId,
        display_name: { current: { value: 'Ada Administrator' } },
      },
      task: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        revision: 2,
        polled_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        status: 'Complete',
        starvation: 0,
        kind: 'SendOutboundEmail',
        kind_version: 1,
      },
    }
    expect(outcome(answer)).toEqual({
      status: 200,
      body: { offset: 0, limit: 100, count: 2, items: [job, job] },
    })
    const [newest, oldest] = answer.body.items
    expect(newest.created_at >= oldest.created_at).toBe(true)

    const one = await service.call('GET', `/job/jobs/${oldest.id.toUpperCase()}`, {
      as: service.administrator,
    })
    expect(outcome(one)).toEqual({ status: 200, body: oldest })
    const task = await service.call('GET', `/job/tasks/${newest.task.id}`, { as: service.administrator })
    const [mail] = service.mailServer.to('second@example.com')
    expect(outcome(task)).toEqual({
      status: 200,
      body: {
        ...newest.task,
        state: { mail: mail?.messageId.slice(1, 37) },
        output: { outcome: 'Sent', attempts: 1, unanswered: 0, detail: '250 OK: message queued' },
      },
    })
  })

  it.each([`/job/jobs/${id}`, '/job/jobs/nonsense', `/job/tasks/${id}`, `/job/tasks/${'x'.repeat(5_000)}`])(
    'reads nothing where nothing is: GET %s',
    async (path) => {
      expect(outcome(await service.call('GET', path, { as: service.administrator }))).toEqual(read)
    },
  )

  it.each([
    ['SendOutboundEmail', { mail: id }],
    ['Nothing', null],
    ['not a kind', []],
    ['__proto__', { a: 1 }],
    ['\0', '\0'],
  ])('is told that the kind %j is unknown by a 500', async (kind, state) => {
    const body = { kind, state, kind_version: 7 }
    const answer = await service.call('POST', '/job/jobs', { as: service.administrator, body })
    expect(outcome(answer)).toEqual(read)
  })

  it('learns which field of a job is wrong, and that a body is not JSON', async () => {
    const post = async (body: unknown) =>
      outcome(await service.call('POST', '/job/jobs', { as: service.administrator, body }))
    expect(await post({ state: {} })).toEqual(error(422, 'invalid `kind`: is required'))
    expect(await post({ kind: 'A' })).toEqual(error(422, 'invalid `state`: is required'))
    expect(await post({ kind: ['A'], state: {} })).toEqual(error(422, 'invalid `kind`: must be string'))
    expect((await post('{')).status).toBe(400)
    expect((await post('')).status).toBe(400)
  })

  it('triggers no alert: documented 500s are counted as expected, whoever asked', async () => {
    const { text } = await service.suite.call('GET', `${service.suite.urls['mail-jobs'][0]}/metrics`)
    const failures = text
      .split('\n')
      .filter(
        (line) => line.startsWith('http_request_duration_seconds_count') && line.includes('status="500"'),
      )
    expect(failures.length).toBeGreaterThan(0)
    for (const line of failures) expect(line).toContain('expected="true"')
  })
})

describe('the image of a mail', () => {
  it('is the same for every caller and token, and changes nothing while opens are not tracked', async () => {
    const sent = await service.send({ recipient: 'tracked@example.com', deadline: inAnHour() })
    expect(service.mailServer.to('tracked@example.com')[0]?.html).not.toContain('<img')
    for (const token of [`${sent.body.id}.AAAA.gif`, 'x', '%00.gif', `${sent.body.id}.gif`]) {
      const answer = await service.call('GET', `/outbound_email/open/${token}`, { as: callers['a guest'] })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
    }
    expect(await service.sql('SELECT 1 FROM outbound_email WHERE read_at IS NOT NULL')).toEqual([])
  })
})
