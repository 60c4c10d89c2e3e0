import { clampPage, type Listing, type Page } from '@agora/shared/contracts/pagination'
import type { Relational } from '../../../context.ts'
import type { Delivery } from '../schemas.ts'
import { readDeadLetters } from '../store.ts'
import { deliveryView } from '../views.ts'

/** The deliveries that were given up on, newest first. */
export async function listDeadLetters({ db }: Relational, requested: Page): Promise<Listing<Delivery>> {
  const page = clampPage(requested)
  const { count, items } = await readDeadLetters(db, page)
  return { count, items: items.map(deliveryView), ...page }
}
