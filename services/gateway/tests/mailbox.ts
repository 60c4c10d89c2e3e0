import { type Inbox, startInbox } from '@agora/suite/inbox/inbox'
import { MailStore, type StoredMail } from '@agora/suite/inbox/store'
import { freePort } from '@agora/suite/servers/ports'
import { temporaryFolder } from '@agora/suite/temporary'
import { expect, vi } from 'vitest'

export interface Mail extends StoredMail {
  /** The code in the mail, to be typed in. */
  token: string
  /** The mail's link. */
  url: string
}

/** A mail server for all addresses, whose mails are looked up by recipient, ignoring case. */
export interface Mailbox {
  smtpUrl: string
  /** Waits until an address has this many mails with a token; returns the last. */
  nth(address: string, count: number): Promise<Mail>
  /** Waits until an address has a mail; returns the last. */
  last(address: string): Promise<StoredMail>
  /** All of its mails, oldest first. */
  all(address: string): Promise<StoredMail[]>
  count(address: string): Promise<number>
  close(): Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const folder = temporaryFolder('mailbox')
  const inbox: Inbox = await startInbox({ folder: folder.path, port: await freePort() })
  const store = new MailStore(folder.path)
  const mailsTo = async (address: string) => {
    const mails = (await store.list()).filter(({ to }) => to.toLowerCase() === address.toLowerCase())
    const read = await Promise.all(mails.reverse().map(({ id }) => store.read(id)))
    return read.filter((mail) => mail !== undefined)
  }
  return {
    smtpUrl: inbox.smtpUrl,
    all: mailsTo,
    count: async (address) => (await mailsTo(address)).length,
    last: (address) =>
      vi.waitFor(
        async () => {
          const mail = (await mailsTo(address)).at(-1)
          expect(mail).toBeDefined()
          return mail!
        },
        { timeout: 45_000, interval: 50 },
      ),
    nth: (address, count) =>
      vi.waitFor(
        async () => {
          const mails = (await mailsTo(address)).filter(({ text }) => TOKEN.test(text ?? ''))
          expect(mails).toHaveLength(count)
          return readable(mails[count - 1]!)
        },
        { timeout: 45_000, interval: 50 },
      ),
    close: async () => {
      await inbox.close()
      folder.remove()
    },
  }
}

/** On a line of its own. Notices have none. */
const TOKEN = /^[\w-]{43}$/m

function readable(mail: StoredMail): Mail {
  const token = TOKEN.exec(mail.text ?? '')?.[0]
  const url = /https?:\/\/\S+token=[\w-]{43}/.exec(mail.text ?? '')?.[0]
  if (token === undefined || url === undefined) throw new Error(`no token or link: ${mail.text}`)
  return { ...mail, token, url }
}
