import { withDeadline } from '@agora/shared/lifecycle/deadline'
import { Agent, errors, request } from 'undici'
import { ForbiddenAddress, publicConnector, type Resolve } from './addresses.ts'

export interface SenderOptions {
  /** The limit of one whole attempt, in milliseconds. */
  timeout: number
  /** Allows deliveries to loopback and private addresses, also over http. */
  allowPrivate: boolean
  /** Replaces the system's name resolution. */
  resolve?: Resolve
}

export interface Sender {
  /** Undefined if the receiver accepted it, otherwise why not. `signal` aborts it. */
  send(
    address: string,
    headers: Record<string, string>,
    body: string,
    signal?: AbortSignal,
  ): Promise<string | undefined>
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

  async function send(address: string, headers: Record<string, string>, body: string, signal?: AbortSignal) {
    if (!allowPrivate && new URL(address).protocol !== 'https:') return 'the receiver is not https'
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
      const { statusCode } = response
      return statusCode >= 200 && statusCode < 300 ? undefined : `answered ${statusCode}`
    } catch (error) {
      return reasonOf(error)
    }
  }

  return { send, close: () => agent.destroy() }
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
