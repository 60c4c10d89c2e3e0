import { type Answer, type Caller, type Member, sessionOf } from '@agora/testing/client'
import type { Suite } from '@agora/testing/suite'
import pg from 'pg'
import { enrol, pathOf } from '../../services/gateway/tests/authenticators/codes.ts'

/** A member with a second factor, and one who has as many as one may have. */
export interface Factors {
  callers: { guarded: Member; 'earlier session': Caller; hoarder: Member }
  names: Record<'guarded' | 'phone' | 'tablet' | 'spare' | 'hoarder' | 'waiting', string>
  /** The secrets in base 32, by name. */
  secrets: Record<string, string>
}

export async function knownFactors(
  suite: Suite,
  guarded: Member,
  hoarder: Member,
  signIn: (member: Member) => Promise<Answer>,
): Promise<Factors> {
  const later = { ...guarded, ...sessionOf(await signIn(guarded)) }
  const phone = await enrol(suite, later)
  const spare = await enrol(suite, later, later, 'Spare')
  const pending = async (member: Member) =>
    (await suite.call('POST', pathOf(member, '/totp'), { as: member, body: { name: 'Tablet' } })).body
  const tablet = await pending(later)
  const waiting = await pending(hoarder)
  await fill(suite, hoarder.id)
  return {
    callers: { guarded: later, 'earlier session': guarded, hoarder },
    names: {
      guarded: guarded.id,
      phone: phone.id,
      spare: spare.id,
      tablet: tablet.id,
      hoarder: hoarder.id,
      waiting: waiting.id,
    },
    secrets: { phone: phone.secret, tablet: tablet.secret, waiting: waiting.secret },
  }
}

async function fill(suite: Suite, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: suite.database.urls.gateway })
  await client.connect()
  await client.query(
    `INSERT INTO gateway.authenticator (id, account_id, kind, name, secret, enabled_at)
     SELECT gen_random_uuid(), $1, 'Totp', 'Phone', '\\x00', now() FROM generate_series(1, 20)`,
    [id],
  )
  await client.end()
}
