import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import type { Context } from '../../context.ts'
import type { ClientListing } from '../schemas.ts'
import { readClients } from '../store.ts'
import { clientView } from '../views.ts'

export async function listOauthClients({ prisma }: Context, query: Page): Promise<ClientListing> {
  const page = clampPage(query)
  const { count, clients } = await readClients(prisma, page)
  return { count, items: clients.map(clientView), ...page }
}
