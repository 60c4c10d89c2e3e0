import type { Transaction } from '@agora/shared/database/sql'
import { type Actor, holdAccount } from '../accounts/authority.ts'
import type { Account } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { judgeRecent } from '../credentials/store-recent.ts'

/**
 * Changes what an account proves by, in one transaction that holds the account: so of two changes at once one comes first.
 *
 * @throws ApiError 403 without a recent sign-in, 404 if the account is gone
 */
export const changingAuthenticators = <Result>(
  { transaction }: Context,
  actor: Actor,
  accountId: string,
  change: (tx: Transaction, account: Account) => Promise<Result>,
): Promise<Result> =>
  transaction(async (tx) => {
    const account = await holdAccount(tx, accountId)
    await judgeRecent(tx, actor)
    return change(tx, account)
  })
