import { createHmac } from 'node:crypto'

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): the id is the same at every attempt, the time
 * is this attempt's, and there is one signature a secret.
 */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: readonly Buffer[],
  now = new Date(),
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${signature}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
