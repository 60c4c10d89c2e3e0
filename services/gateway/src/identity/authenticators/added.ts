import type { Transaction } from '@agora/shared/database/sql'
import type { Actor } from '../accounts/authority.ts'
import type { Account } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { noteFactorShown } from '../credentials/store-recent.ts'
import { tellAccountChanged } from '../mail-tokens/account-changed.ts'
import { renewRecoveryCodes } from './recovery-set.ts'
import type { NewAuthenticator } from './schemas.ts'
import { type AuthenticatorRow, countFactors } from './store.ts'
import { authenticatorView } from './views.ts'

/** What follows when an account gets a second factor, which its member has just shown: codes with the first, and mail. */
export async function takeAdded(
  context: Context,
  tx: Transaction,
  { actor, account, row }: { actor: Actor; account: Account; row: AuthenticatorRow },
): Promise<NewAuthenticator> {
  const isFirst = (await countFactors(tx, account.id)) === 1
  await noteFactorShown(tx, actor)
  const codes = isFirst ? await renewRecoveryCodes(tx, account.id) : undefined
  const changed = { change: 'AuthenticatorAdded', what: row.name } as const
  await tellAccountChanged(context, tx, actor.traceparent, account, changed)
  return { ...authenticatorView(row), ...(codes && { recovery_codes: codes }) }
}
