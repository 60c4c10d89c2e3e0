import type { Queries } from '@agora/shared/database/sql'
import { deleteOwner, renameInDeliveries } from './store.ts'

/** An erased member owns no app; deliveries that tell of an act of theirs keep their id. */
export async function eraseOwner(db: Queries, userId: string): Promise<void> {
  await deleteOwner(db, userId)
  await renameInDeliveries(db, userId)
}
