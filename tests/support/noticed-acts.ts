import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@agora/shared/contracts/ids'
import type { Answer, Caller, Member, Suite } from '@agora/testing/suite'

const PAUSE_MS = 200

/** Repeatedly grants a member a role, revokes it and sends a mail: each must be noticed exactly once. */
export class NoticedActs {
  /** To whom they are done. */
  readonly member: Member
  readonly #sent: string[] = []
  readonly #running: Promise<void>
  #stopping = false

  static async begin(suite: Suite): Promise<NoticedActs> {
    return new NoticedActs(suite, await suite.administrator(), await suite.member('noticed'))
  }

  private constructor(suite: Suite, administrator: Caller, member: Member) {
    this.member = member
    this.#running = this.#run(suite, administrator, member.username)
  }

  /** Returns the recipients of the mails that were reported as sent. */
  async stop(): Promise<{ sent: readonly string[] }> {
    this.#stopping = true
    await this.#running
    return { sent: this.#sent }
  }

  async #run(suite: Suite, as: Caller, username: string): Promise<void> {
    const send = (method: string, path: string, body: unknown): Promise<Answer | undefined> =>
      suite.call(method, path, { as, body }).catch(() => undefined)
    const role = { user: { type: 'User', username }, role: 'GlobalModerator' }
    for (let round = 0; !this.#stopping; round++) {
      await send('POST', '/forum/role_grants', role)
      await send('DELETE', '/forum/role_grants', role)
      const recipient = `somebody${round}@example.com`
      const mail = {
        deadline: new Date(Date.now() + 60_000).toISOString(),
        idempotency_key: newId(),
        recipient,
        subject: 'News',
        body: 'Something happened.',
      }
      if ((await send('POST', '/outbound_email', mail))?.status === 200) this.#sent.push(recipient)
      await sleep(PAUSE_MS)
    }
  }
}
