import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

export interface Delivery {
  from: string
  to: string
  message: Buffer
  /**
   * Called when all of the message but its end has been sent: until then the server cannot have accepted it. If it
   * throws, the end is never sent.
   */
  beforeEnd: () => Promise<void>
  /** Aborts the delivery; without effect from `beforeEnd` on, since the answer must then be awaited. */
  signal: AbortSignal
}

/** The outcome of a conversation with the mail server. */
export type Answer =
  | { type: 'accepted'; response: string }
  /** `code` 5xx is final, 4xx asks for a retry. `isOfRecipient`: it is said of the recipient, not of the message. */
  | { type: 'refused'; code: number; response: string; isOfRecipient: boolean }
  /** No answer. `handedOver`: the end of the message may have reached the server, which may have accepted it. */
  | { type: 'failed'; handedOver: boolean; reason: string }

export type DeliverMail = (delivery: Delivery) => Promise<Answer>

const CONNECT_TIMEOUT_MS = 30_000
const GREETING_TIMEOUT_MS = 60_000
/** DNS is waited for so long; then the server's last addresses are used, where they are known. */
const DNS_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_MS = 1_000
const LONGEST_RESPONSE = 500

/** @param silenceMs how long the server may be silent before the connection counts as dead. */
export function smtpDelivery(url: string, silenceMs: number): DeliverMail {
  const { auth, ...settings } = parseConnectionUrl(url)
  const options = {
    ...settings,
    dnsTimeout: DNS_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: silenceMs,
    socketCloseTimeout: CLOSE_TIMEOUT_MS,
  }

  return ({ from, to, message, beforeEnd, signal }) =>
    new Promise((resolve) => {
      const connection = new SMTPConnection(options)
      let handedOver = false

      const settle = (answer: Answer) => {
        // The first result counts: closing makes the connection report its own end.
        resolve(answer)
        signal.removeEventListener('abort', stop)
        connection.close()
      }
      const fail = (error: unknown) => settle(failureOf(error, handedOver))
      const stop = () => {
        if (!handedOver) fail(signal.reason)
      }
      async function* content() {
        yield message
        // From here on an abort must no longer cut off the end.
        handedOver = true
        try {
          await beforeEnd()
        } catch (error) {
          handedOver = false
          fail(error)
          throw error
        }
      }
      const send = () => {
        const envelope = { from, to: [to], size: message.length }
        connection.send(envelope, Readable.from(content()), (error, info) => {
          if (error) fail(error)
          else settle({ type: 'accepted', response: tidy(info?.response) })
        })
      }

      if (signal.aborted) return fail(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      connection.on('error', fail)
      connection.once('end', () => fail(new Error('the connection ended')))
      connection.connect((error) => {
        if (error) fail(error)
        else if (auth)
          connection.login({ credentials: auth }, (refusal) => (refusal ? fail(refusal) : send()))
        else send()
      })
    })
}

function failureOf(error: unknown, handedOver: boolean): Answer {
  const { responseCode, response, message, command } = error as {
    command?: string
    responseCode?: number
    response?: string
    message?: string
  }
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 600)
    return {
      type: 'refused',
      code: responseCode,
      response: tidy(response),
      isOfRecipient: command === 'RCPT TO',
    }
  return { type: 'failed', handedOver, reason: tidy(message ?? String(error)) }
}

/** A server's words, fit for the database. */
function tidy(text = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const printable = text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
  return printable.slice(0, LONGEST_RESPONSE).trim().toWellFormed()
}
