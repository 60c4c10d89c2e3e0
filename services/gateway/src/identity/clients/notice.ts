import type { AccountChange } from '@agora/shared/contracts/internal-mail'
import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Actor } from '../accounts/authority.ts'
import { readAccount } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { tellAccountChanged } from '../mail-tokens/account-changed.ts'

/** Tells an administrator what was done with a client in their name. */
export async function tellClientChange(
  context: Context,
  tx: Transaction,
  { id, traceparent }: Actor,
  client: { key: string; displayName: string },
  change: Extract<AccountChange, `Client${string}`>,
): Promise<void> {
  const account = await readAccount(tx, id)
  if (!account) throw new ApiError(common.unauthenticated)
  const changed = { change, what: `${client.displayName} (${client.key})` }
  await tellAccountChanged(context, tx, traceparent, account, changed)
}
