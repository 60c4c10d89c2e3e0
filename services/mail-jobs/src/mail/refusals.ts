import type { MailRefusal } from '@agora/shared/contracts/internal-mail'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { Type } from 'typebox'

const TIMEOUT_MS = 5_000

/** Tells the gateway that nobody gets mails at an address of a member. @throws Error if it does not take it */
export type TellRefusal = (
  refusal: MailRefusal,
  traceparent: string | null,
  signal?: AbortSignal,
) => Promise<void>

export const refusalTeller =
  ({ gateway, key }: { gateway: Upstream; key: string }): TellRefusal =>
  async (body, traceparent, signal) => {
    await callService(gateway, {
      path: '/internal/mail-refusals',
      key,
      body,
      answer: Type.Object({}),
      traceparent,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
  }

/** Class, subject and detail of RFC 3463, which a server may put before its words. */
const ENHANCED = /^\d{3}[ -](\d)\.(\d{1,3})\.(\d{1,3})\b/
/** RFC 5321, 4.2.3, and RFC 7504: without a class these alone are of the mailbox, unless the words are of a policy. */
const OF_MAILBOX = [550, 551, 553, 556]
const OF_POLICY =
  /spam|block|blacklist|policy|reputation|relay|denied|authenticat|\b(?:dnsbl|rbl|spf|dkim|dmarc)\b/i
/** The two of RFC 3463's statuses of addresses (3.2) that are the sender's. */
const OF_SENDER = ['7', '8']

/**
 * Whether a refusal says that nobody gets mails at an address, for good. What is full, busy or refused out of policy says nothing of
 * the address, nor does the refusal of a message whose class is not told. `isOfRecipient`: it is an answer to the recipient.
 */
export function isOfAddress(code: number, response: string, isOfRecipient = true): boolean {
  if (code < 500) return false
  const [, status, subject, detail = ''] = ENHANCED.exec(response) ?? []
  if (status === undefined) return isOfRecipient && OF_MAILBOX.includes(code) && !OF_POLICY.test(response)
  if (status !== '5') return false
  return subject === '1' ? !OF_SENDER.includes(detail) : subject === '2' && detail === '1'
}
