import { MailToken, NOTHING_TO_SEND } from '@agora/shared/contracts/internal-mail'
import { callService, RefusedCallError } from '@agora/shared/upstream/call-service'
import type { Replicas } from '@agora/shared/upstream/replicas'

/** What the gateway says of an account mail, asked while it is rendered. Undefined: nothing to send any more. */
export type FetchMailToken = (
  mailId: string,
  traceparent: string | null,
  signal: AbortSignal,
) => Promise<MailToken | undefined>

const TIMEOUT_MS = 5_000

/** @throws Error when the gateway gives no usable answer. */
export function gatewayTokens({ gateway, key }: { gateway: Replicas; key: string }): FetchMailToken {
  return async (mailId, traceparent, signal) => {
    try {
      return await callService(gateway, {
        method: 'POST',
        path: '/internal/mail-tokens',
        credential: { authorization: `Bearer ${key}` },
        body: { mail_id: mailId },
        answer: MailToken,
        traceparent,
        timeoutMs: TIMEOUT_MS,
        signal,
      })
    } catch (error) {
      if (error instanceof RefusedCallError && error.is(404, NOTHING_TO_SEND)) return undefined
      throw error
    }
  }
}
