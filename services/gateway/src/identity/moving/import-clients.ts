import type { MovedClient, Outcome } from '@agora/shared/contracts/moving-accounts'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { consistentSettings } from '../clients/settings.ts'
import { isKnownHash } from '../passwords/imported.ts'
import { insertClients } from './store-clients.ts'

/**
 * Registers applications with the hashes of their secrets; answers in the order given. One whose id or key is here
 * stays as it is: it may be what the configuration says.
 */
export async function importClients(db: Queries, clients: readonly MovedClient[]): Promise<Outcome[]> {
  const judged = clients.map((client) => ({ client, refused: refusalOf(client) }))
  const usable = judged.filter(({ refused }) => refused === undefined).map(({ client }) => client)
  const taken = new Set(await insertClients(db, usable))
  return judged.map(({ client, refused }) => {
    if (refused !== undefined) return { refused }
    return taken.has(client.id) ? 'Taken' : 'Present'
  })
}

/** Why an application cannot be registered. Without a secret it is public only where it says so. */
function refusalOf(client: MovedClient): string | undefined {
  const { secret_hash } = client
  if (secret_hash === null && !client.public) return 'it has no secret, and is not public'
  if (secret_hash !== null && client.public) return 'it is public, and has a secret'
  if (secret_hash !== null && !isKnownHash(secret_hash))
    return 'the hash of its secret is of no kind that is known here'
  try {
    consistentSettings(client, undefined)
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
  return undefined
}
