import type { Queries } from '@agora/shared/database/sql'
import { deleteOwner, renameInDeliveries } from './store.ts'

/** An erased member owns no app; deliveries about their acts keep their id. */
export async function eraseOwner(db: Queries, userId: string): Promise<void> {
  await deleteOwner(db, userId)
  await renameInDeliveries(db, userId)
}
