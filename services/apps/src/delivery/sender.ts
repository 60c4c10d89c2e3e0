import { withDeadline } from '@agora/shared/lifecycle/deadline'
import { Agent, errors, request } from 'undici'
import { ForbiddenAddress, publicConnector, type Resolve } from './addresses.ts'

export interface SenderOptions {
  /** How long one attempt may take as a whole, in milliseconds. */
  timeout: number
  /** Lets deliveries reach loopback and private addresses, over http too. */
  allowPrivate: boolean
  /** Replaces the system's name resolution. */
  resolve?: Resolve
}

export interface Sender {
  /** Undefined when the receiver took it, else why it did not. `broken` breaks it off. */
  send(
    address: string,
    headers: Record<string, string>,
    body: string,
    broken?: AbortSignal,
  ): Promise<string | undefined>
  close(): Promise<void>
}

/** What of an answer's body is read before the connection is cut, in bytes. Nothing in it is used. */
const LONGEST_ANSWER = 64 * 1024

/** Posts to receivers. Follows no redirect, and goes to no address but a public one. */
export function createSender({ timeout, allowPrivate, resolve }: SenderOptions): Sender {
  const agent = new Agent({
    connect: allowPrivate ? { timeout } : publicConnector(timeout, resolve),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    pipelining: 1,
  })

  async function send(address: string, headers: Record<string, string>, body: string, broken?: AbortSignal) {
    if (!allowPrivate && new URL(address).protocol !== 'https:') return 'the receiver is not https'
    const signal = withDeadline(timeout, broken)
    try {
      const response = await request(address, {
        method: 'POST',
        dispatcher: agent,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'user-agent': 'agora-webhooks',
        },
        body,
      })
      await response.body.dump({ limit: LONGEST_ANSWER, signal }).catch(() => {})
      const { statusCode } = response
      return statusCode >= 200 && statusCode < 300 ? undefined : `answered ${statusCode}`
    } catch (error) {
      return reasonOf(error)
    }
  }

  return { send, close: () => agent.destroy() }
}

/** In a few words, without what the receiver wrote. */
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
