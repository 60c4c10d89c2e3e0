import { setTimeout as sleep } from 'node:timers/promises'
import { openWire, send } from './wire.ts'

/** A valid request, from which others are derived. */
export interface Template {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number
/** An integer from 0 to below the limit. */
const below = (random: Random, limit: number) => Math.floor(random() * limit)
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[below(random, items.length)] as Item

const ofTheBody = new Set(['broken chunk', 'broken coding'])

interface Sent {
  /** Written one after another. */
  readonly parts: readonly Buffer[]
  readonly leave: 'stay' | 'end' | 'reset'
  /** No server may accept it as a request. */
  readonly invalid: boolean
  readonly kind: string
}

const chunked = (body: string, size: number) => {
  const bytes = Buffer.from(body)
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size)
    chunks.push(`${part.length.toString(16)}\r\n${part.toString('latin1')}\r\n`)
  }
  return `${chunks.join('')}0\r\n\r\n`
}

function head({ method, path, headers }: Template, more: readonly string[]): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, 'Host: agora', ...lines, ...more, '', ''].join('\r\n')
}

const lengthOf = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`
const bytes = (text: string) => Buffer.from(text, 'latin1')
const whole = (text: string, kind: string, invalid = false, leave: Sent['leave'] = 'stay'): Sent => ({
  parts: [bytes(text)],
  leave,
  invalid,
  kind,
})

const brokenChunks = [
  'zz\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}x\r\n0\r\n\r\n',
  '-2\r\n{}\r\n',
  '\r\n\r\n',
  'ffffffffffffffffff\r\n{}',
]
const brokenCodings = ['xchunked', 'chunked, identity', 'identity', 'gzip', 'chunked\x0b', ' , chunked x']
const brokenHeaders = [
  'X-A : b',
  ': nameless',
  'X-\x00: nul',
  'X-A: \x00',
  'No colon at all',
  'Content-Length: -1',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999999',
]
const brokenLines = ['GET', 'GET / HTTP/9.9', '\x16\x03\x01\x02\x00', 'G\x00T / HTTP/1.1', '/ GET HTTP/1.1']

/** The ways in which a request or its caller misbehaves. */
const mutations: readonly ((template: Template, random: Random) => Sent)[] = [
  // The caller hangs up, resets or stops sending at any byte of a chunked body.
  (template, random) => {
    const body = template.body ?? '{}'
    const text = head(template, ['Transfer-Encoding: chunked']) + chunked(body, 1 + below(random, 9))
    const end = text.indexOf('\r\n\r\n') + 4
    const cut = end + below(random, text.length - end)
    const leave = pick(random, ['end', 'reset'] as const)
    return {
      parts: [bytes(text.slice(0, end)), bytes(text.slice(end, cut))],
      leave,
      invalid: false,
      kind: `hang-up (${leave})`,
    }
  },
  (template, random) => {
    const text =
      head(template, template.body === null ? [] : [lengthOf(template.body)]) + (template.body ?? '')
    const leave = pick(random, ['end', 'reset'] as const)
    return whole(text.slice(0, below(random, text.length)), `cut off (${leave})`, false, leave)
  },
  (template, random) =>
    whole(head(template, ['Transfer-Encoding: chunked']) + pick(random, brokenChunks), 'broken chunk', true),
  (template, random) =>
    whole(
      `${head(template, [`Transfer-Encoding: ${pick(random, brokenCodings)}`])}0\r\n\r\n`,
      'broken coding',
      true,
    ),
  (template, random) => whole(head(template, [pick(random, brokenHeaders)]), 'broken header', true),
  (template) =>
    whole(`${head(template, ['Content-Length: 2', 'Transfer-Encoding: chunked'])}{}`, 'two lengths', true),
  (template) => whole(`${head(template, ['Content-Length: 2', 'Content-Length: 3'])}{}`, 'two lengths', true),
  (template, random) => {
    const huge = 'h'.repeat(16_384 + below(random, 60_000))
    return whole(head(template, [`X-Huge: ${huge}`]), 'huge header', true)
  },
  (template, random) =>
    whole(
      head(
        template,
        Array.from({ length: 2_000 }, (_, index) => `X-${index}: ${below(random, 9)}`),
      ),
      'many headers',
    ),
  (template, random) => {
    const doubled = pick(random, [
      'Host: other',
      'Content-Type: text/plain',
      'Cookie: sid=x',
      'Authorization: Basic !',
      'traceparent: 00-',
    ])
    return whole(head(template, [doubled, doubled, 'Content-Length: 0']), 'doubled header')
  },
  (template, random) =>
    whole(`${pick(random, brokenLines)}\r\nHost: agora\r\n\r\n`, `broken line of ${template.method}`, true),
  // Any bytes anywhere.
  (template, random) => {
    const body = template.body ?? ''
    const text = bytes(head(template, body === '' ? [] : [lengthOf(body)]) + body)
    for (let flips = 1 + below(random, 6); flips > 0; flips--)
      text[below(random, text.length)] = below(random, 256)
    return { parts: [text], leave: 'end', invalid: false, kind: 'flipped bytes' }
  },
  // Two writes with a pause anywhere in between, and many pipelined requests.
  (template, random) => {
    const body = template.body ?? ''
    const text = head(template, body === '' ? [] : [lengthOf(body)]) + body
    const cut = below(random, text.length)
    return {
      parts: [bytes(text.slice(0, cut)), bytes(text.slice(cut))],
      leave: 'end',
      invalid: false,
      kind: 'half-closed',
    }
  },
  (template, random) => {
    const text = head({ ...template, method: 'GET' }, []).repeat(2 + below(random, 12))
    return whole(text, 'in a row', false, pick(random, ['end', 'reset'] as const))
  },
  (template) =>
    whole(head(template, ['Expect: 100-continue', 'Content-Length: 5']), 'expectation', false, 'reset'),
  (template) => whole(head(template, ['Connection: Upgrade', 'Upgrade: websocket']), 'upgrade', false, 'end'),
]

/** How long a patient caller gives the server to answer or close, in milliseconds. */
const WAIT_MS = 10_000

export interface FuzzOutcome {
  sent: number
  /** The statuses of first answers by kind of mutation; 0 without one. */
  statuses: Map<string, Map<number, number>>
  /** Answers that should not have been given. */
  wrong: string[]
}

/** Sends this many mutated requests to each target in turn, `width` at once. */
export async function fuzz(
  targets: readonly { url: string; template: Template }[],
  { seed, count, width = 32 }: { seed: number; count: number; width?: number },
): Promise<FuzzOutcome> {
  const outcome: FuzzOutcome = { sent: 0, statuses: new Map(), wrong: [] }
  /** Some routes of the contract answer 500 to callers without the right. */
  const failing = new Set<Template>()
  for (const { url, template } of targets) {
    const { method, path, headers, body } = template
    const answer = await fetch(url + path, { method, headers, body, redirect: 'manual' })
    if (answer.status === 500) failing.add(template)
  }
  let next = 0
  const one = async (index: number) => {
    // Depends only on its index and the seed, so that it can be repeated alone.
    const random = seeded(seed * 1_000_003 + index)
    const { url, template } = targets[index % targets.length] as (typeof targets)[number]
    const mutate = mutations[
      Math.floor(index / targets.length) % mutations.length
    ] as (typeof mutations)[number]
    const { parts, leave, invalid, kind } = mutate(template, random)
    const wire = openWire(url)
    for (const part of parts) await send(wire, part)
    if (leave === 'reset') wire.socket.resetAndDestroy()
    else {
      if (leave === 'end') wire.socket.end()
      const late = sleep(WAIT_MS, undefined, { ref: false })
      const answered = async () => {
        while (!wire.socket.destroyed && !/^HTTP\/1\.1 [2-5]\d\d/.test(wire.answer())) await sleep(2)
      }
      await Promise.race([wire.closed, late, answered()])
      wire.socket.destroy()
    }
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(wire.answer())?.[1] ?? 0)
    const ofKind = outcome.statuses.get(kind) ?? new Map<number, number>()
    outcome.statuses.set(kind, ofKind.set(status, (ofKind.get(status) ?? 0) + 1))
    outcome.sent += 1
    const isRefusal = status === 0 || (status >= 400 && status < 500)
    // A route without a body answers before it turns out to be invalid.
    const readsBody = template.method !== 'GET' && template.method !== 'HEAD'
    const mustRefuse = invalid && (readsBody || !ofTheBody.has(kind))
    if (status === 500 ? !failing.has(template) : mustRefuse && !isRefusal)
      outcome.wrong.push(`${index}: ${kind}: ${template.method} ${url}${template.path}: ${status}`)
  }
  const worker = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return outcome
}
