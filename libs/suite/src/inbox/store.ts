import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ReadableMail, readMail } from './mime.ts'

export interface StoredMail extends ReadableMail {
  id: string
  /** ISO 8601. */
  receivedAt: string
}

/** What the list shows of a mail. */
export type MailSummary = Pick<StoredMail, 'id' | 'receivedAt' | 'from' | 'to' | 'subject'>

/** Messages beyond this number are dropped, oldest first. */
const KEPT = 500
const ID = /^\d{13}-[0-9a-f]{8}$/

/** The received messages, one file each, named in order of arrival. */
export class MailStore {
  readonly #folder: string
  readonly #summaries = new Map<string, MailSummary>()

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#folder = folder
  }

  add(message: Buffer): void {
    const id = `${Date.now()}-${randomBytes(4).toString('hex')}`
    writeFileSync(this.#file(id), message, { mode: 0o600 })
    for (const old of this.#ids().slice(KEPT)) {
      rmSync(this.#file(old), { force: true })
      this.#summaries.delete(old)
    }
  }

  /** Newest first. Each mail is read once, and only one at a time is held: together they may take gigabytes. */
  async list(): Promise<MailSummary[]> {
    const ids = this.#ids()
    for (const id of ids) {
      if (this.#summaries.has(id)) continue
      const mail = await this.read(id)
      if (mail === undefined) continue
      const { receivedAt, from, to, subject } = mail
      this.#summaries.set(id, { id, receivedAt, from, to, subject })
    }
    return ids.flatMap((id) => this.#summaries.get(id) ?? [])
  }

  async read(id: string): Promise<StoredMail | undefined> {
    const raw = this.raw(id)
    if (raw === undefined) return undefined
    return { id, receivedAt: statSync(this.#file(id)).mtime.toISOString(), ...(await readMail(raw)) }
  }

  raw(id: string): Buffer | undefined {
    return ID.test(id) && existsSync(this.#file(id)) ? readFileSync(this.#file(id)) : undefined
  }

  #ids(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .sort()
      .reverse()
  }

  #file(id: string): string {
    return path.join(this.#folder, `${id}.eml`)
  }
}
