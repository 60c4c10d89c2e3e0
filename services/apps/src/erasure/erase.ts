import type { Queries } from '@agora/shared/database/sql'
import { deleteAccounts, deleteOwner, renameInDeliveries } from './store.ts'

/** An erased member owns no app and has no accounts; deliveries about their acts keep their id. */
export async function eraseOwner(db: Queries, userId: string): Promise<void> {
  await deleteOwner(db, userId)
  await deleteAccounts(db, userId)
  await renameInDeliveries(db, userId)
}
