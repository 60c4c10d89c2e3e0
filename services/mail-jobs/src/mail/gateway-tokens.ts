import { MailToken } from '@agora/shared/contracts/internal-mail'
import { createAjv } from '@agora/shared/http/validation'
import { startCall } from '@agora/shared/observability/spans'

/** What the gateway says of an account mail, asked while it is rendered. Undefined: nothing to send any more. */
export type FetchMailToken = (
  mailId: string,
  traceparent: string | null,
  signal: AbortSignal,
) => Promise<MailToken | undefined>

const TIMEOUT_MS = 5_000
const isMailToken = createAjv().compile<MailToken>(MailToken)

/** @throws Error when the gateway gives no usable answer. */
export function gatewayTokens({ url, key }: { url: string; key: string }): FetchMailToken {
  const target = new URL('/internal/mail-tokens', url)
  return async (mailId, traceparent, signal) => {
    const call = startCall(traceparent, 'POST', target.host, target.pathname)
    const response = await fetch(target, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...call.headers },
      body: JSON.stringify({ mail_id: mailId }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((error) => {
      call.end()
      throw error
    })
    call.end(response.status)
    if (response.status === 200) {
      const token: unknown = await response.json()
      if (isMailToken(token)) return token
      throw new Error('the gateway answered no mail token')
    }
    await response.body?.cancel()
    if (response.status === 404) return undefined
    throw new Error(`the gateway answered ${response.status}`)
  }
}
