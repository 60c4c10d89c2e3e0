import type { OauthClient, PrismaClient } from '../../generated/prisma/client.ts'

export type { OauthClient as ClientRecord }

type Tx = Pick<PrismaClient, '$executeRaw' | 'oauthClient'>

/** Registrations go one at a time: each may concern two rows, the one of its id and the one of its key. */
export async function lockRegistration(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('oauth client registration'))`
}

export function readClientsByIdOrKey(tx: Tx, id: string | undefined, key: string): Promise<OauthClient[]> {
  return tx.oauthClient.findMany({ where: { OR: [{ key }, ...(id === undefined ? [] : [{ id }])] } })
}

type ClientFields = Pick<
  OauthClient,
  'key' | 'displayName' | 'appUri' | 'callbackUri' | 'secretHash' | 'credentialVersion'
> & { allowedScopes?: Record<string, boolean> }

export function insertClient(tx: Tx, id: string, fields: ClientFields): Promise<OauthClient> {
  return tx.oauthClient.create({ data: { id, ...fields } })
}

export function updateClient(tx: Tx, id: string, fields: ClientFields): Promise<OauthClient> {
  return tx.oauthClient.update({ where: { id }, data: fields })
}
