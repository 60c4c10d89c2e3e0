import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Context } from '../../context.ts'
import type { BanListing } from '../schemas.ts'
import { readBans } from '../store.ts'
import { listedBanView } from '../views.ts'

/** All bans, including lifted and expired ones, newest first. */
export async function listBans({ pool }: Context, query: Page): Promise<BanListing> {
  const page = clampPage(query)
  const { count, items } = await readBans(pool, page)
  return { count, items: items.map(listedBanView), ...page }
}
