import type { AddressInfo, Socket } from 'node:net'
import { type ReadableMail, readMail } from '@agora/suite/inbox/mime'
import { SMTPServer } from 'smtp-server'

export interface Accepted extends ReadableMail {
  recipient: string
  messageId: string
  /** To which it comes back. */
  returnPath: string
  raw: Buffer
}

type Step = 'connect' | 'recipient' | 'data' | 'end' | 'accepted'

/** The server's behaviour for one recipient; each hook may wait, answer differently or break the connection. */
export interface Behaviour {
  /** Before the answer to RCPT TO. */
  recipient?: (session: Conversation) => Promise<void> | void
  /** When the end of the message has arrived, before it is accepted. */
  end?: (session: Conversation) => Promise<void> | void
}

export interface Conversation {
  recipient: string
  /** Breaks the connection without an answer. */
  drop(): void
}

/** An answer other than acceptance, such as 450 or 550. */
export class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** A real mail server in the test's process: accepts everything, unless the test says otherwise. */
export class MailServer {
  readonly accepted: Accepted[] = []
  /** Conversations begun, whatever their outcome. */
  connections = 0
  /** Called before the greeting. */
  greet: () => Promise<void> | void = () => {}
  readonly #behaviours = new Map<string, Behaviour>()
  readonly #seen: [Step, string][] = []
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onConnect: (_session, done) => {
        this.connections += 1
        this.#seen.push(['connect', ''])
        answer(() => this.greet(), done)
      },
      onRcptTo: (address, session, done) => {
        const conversation = this.#conversation(address.address, session.id)
        this.#seen.push(['recipient', address.address])
        answer(() => this.#behaviourOf(address.address).recipient?.(conversation), done)
      },
      onData: (stream, session, done) => {
        const recipient = session.envelope.rcptTo[0]?.address ?? ''
        const returnPath = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          if (chunks.push(chunk) === 1) this.#seen.push(['data', recipient])
        })
        stream.once('end', () => {
          this.#seen.push(['end', recipient])
          const conversation = this.#conversation(recipient, session.id)
          answer(
            async () => {
              await this.#behaviourOf(recipient).end?.(conversation)
              await this.#accept(recipient, returnPath, Buffer.concat(chunks))
            },
            (error) => done(error),
          )
        })
      },
    })
    this.#server.on('error', () => {})
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  /** From now on, for mails to this address. */
  behave(recipient: string, behaviour: Behaviour): void {
    this.#behaviours.set(recipient, behaviour)
  }

  to(recipient: string): Accepted[] {
    return this.accepted.filter((mail) => mail.recipient === recipient)
  }

  /** How often conversations with this address reached the step. */
  count(step: Step, recipient: string): number {
    return this.#seen.filter(([seen, address]) => seen === step && address === recipient).length
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
      for (const connection of this.#sockets().values()) connection.destroy()
    })
  }

  #behaviourOf(recipient: string): Behaviour {
    return this.#behaviours.get(recipient) ?? {}
  }

  async #accept(recipient: string, returnPath: string, raw: Buffer): Promise<void> {
    const mail = await readMail(raw)
    const messageId = /^message-id: (.+)$/im.exec(raw.toString('latin1'))?.[1]?.trim() ?? ''
    this.accepted.push({
      ...mail,
      text: withMailLines(mail.text),
      html: withMailLines(mail.html),
      recipient,
      messageId,
      returnPath,
      raw,
    })
    this.#seen.push(['accepted', recipient])
  }

  #conversation(recipient: string, sessionId: string): Conversation {
    return { recipient, drop: () => this.#sockets().get(sessionId)?.destroy() }
  }

  #sockets(): Map<string, Socket> {
    const connections = this.#server.connections as unknown as Set<{ id: string; _socket: Socket }>
    return new Map([...connections].map(({ id, _socket }) => [id, _socket]))
  }
}

/** A text as it is encoded in a mail (RFC 2046, 4.1.1); the parser normalizes line ends. */
const withMailLines = (text: string | undefined) => text?.replaceAll(/\r?\n/g, '\r\n')

function answer(work: () => Promise<void> | void, done: (error?: Error | null) => void): void {
  Promise.resolve()
    .then(work)
    .then(
      () => done(),
      (error: Error) => done(error),
    )
}

/** A promise to be resolved by hand. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
