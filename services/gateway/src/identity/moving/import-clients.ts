import type { MovedClient, Outcome } from '@agora/shared/contracts/moving-accounts'
import type { Queries } from '@agora/shared/database/sql'
import { isKnownHash } from '../passwords/imported.ts'
import { insertClients } from './store-clients.ts'

/**
 * Registers applications with the hashes of their secrets; answers in the order given. One whose id or key is here
 * stays as it is: it may be what the configuration says.
 */
export async function importClients(db: Queries, clients: readonly MovedClient[]): Promise<Outcome[]> {
  const usable = clients.filter(({ secret_hash }) => isKnownHash(secret_hash))
  const taken = new Set(await insertClients(db, usable))
  return clients.map((client) => {
    if (taken.has(client.id)) return 'Taken'
    if (usable.includes(client)) return 'Present'
    return { refused: 'the hash of its secret is of no kind that is known here' }
  })
}
