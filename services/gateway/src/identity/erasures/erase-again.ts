import { lockAccount } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import { eraseAccount, noteErased } from './erase.ts'
import { readUnknown } from './store.ts'

/** Erases again accounts that a restored backup has brought back. */
export async function eraseAgain(context: Context, ids: readonly string[]): Promise<void> {
  for (const id of await readUnknown(context.pool, ids)) {
    await context.transaction(async (tx) => {
      const account = await lockAccount(tx, id)
      if (account) await eraseAccount(context, tx, account, null)
      else await noteErased(tx, id, [], null)
    })
    context.logger.warn({ user: id }, 'an erased account had come back and was erased again')
  }
}
