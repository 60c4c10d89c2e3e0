import { Webhook } from 'standardwebhooks'

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): the id is the same for every attempt, the time
 * is this attempt's, and each secret adds a signature.
 */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: readonly Buffer[],
  now = new Date(),
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, now, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
