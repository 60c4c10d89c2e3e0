import { secondsOf } from '@agora/shared/http/retry-after'
import { withDeadline } from '@agora/shared/lifecycle/deadline'
import { Agent, type Dispatcher, errors, request } from 'undici'
import { ForbiddenAddress, publicConnector, type Resolve } from './addresses.ts'

export interface SenderOptions {
  /** The limit of one whole attempt, in milliseconds. */
  timeout: number
  /** Allows deliveries to loopback and private addresses, also over http. */
  allowPrivate: boolean
  /** Replaces the system's name resolution. */
  resolve?: Resolve
}

/** Why a receiver did not accept a delivery. */
export interface Failure {
  reason: string
  /** It wants nothing more (410; CloudEvents, HTTP WebHook, section 2.2). */
  isGone?: boolean
  /** For how many seconds it asks not to be called. */
  retryAfter?: number | undefined
}

export interface Outcome {
  /** What the receiver answered; null if it gave no answer. */
  status: number | null
  /** Absent if the receiver accepted it. */
  failure?: Failure
}

export interface Sender {
  /** `signal` aborts it. */
  send(address: string, headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<Outcome>
  close(): Promise<void>
}

/** How much of an answer's body is read before the connection is closed, in bytes. It is not used. */
const LONGEST_ANSWER = 64 * 1024

/** Posts to receivers, without following redirects, and to public addresses only. */
export function createSender({ timeout, allowPrivate, resolve }: SenderOptions): Sender {
  const agent = new Agent({
    connect: allowPrivate ? { timeout } : publicConnector(timeout, resolve),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    pipelining: 1,
  })

  const send: Sender['send'] = async (address, headers, body, signal) => {
    if (!allowPrivate && new URL(address).protocol !== 'https:')
      return withoutAnswer('the receiver is not https')
    const deadline = withDeadline(timeout, signal)
    try {
      const response = await request(address, {
        method: 'POST',
        dispatcher: agent,
        signal: deadline,
        headers: {
          ...headers,
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'user-agent': 'agora-webhooks',
        },
        body,
      })
      await response.body.dump({ limit: LONGEST_ANSWER, signal: deadline }).catch(() => {})
      return outcomeOf(response)
    } catch (error) {
      return withoutAnswer(reasonOf(error))
    }
  }

  return { send, close: () => agent.destroy() }
}

/** The statuses whose `Retry-After` is heeded. */
const BUSY = [429, 503]

export const withoutAnswer = (reason: string): Outcome => ({ status: null, failure: { reason } })

function outcomeOf({
  statusCode: status,
  headers,
}: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>): Outcome {
  if (status >= 200 && status < 300) return { status }
  const reason = `answered ${status}`
  if (status === 410) return { status, failure: { reason, isGone: true } }
  const retryAfter = BUSY.includes(status) ? secondsOf(headers['retry-after'], headers.date) : undefined
  return { status, failure: { reason, retryAfter } }
}

/** A few words, with nothing that the receiver sent. */
function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenAddress) return 'the receiver has a forbidden address'
  if (
    (error instanceof Error && error.name === 'TimeoutError') ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  )
    return 'timed out'
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? `failed: ${code}` : 'failed'
}
