import type { Page } from '@agora/shared/contracts/pagination'
import type { OauthClient, PrismaClient } from '../../generated/prisma/client.ts'
import { ONE_LOOK } from '../one-look.ts'

export type { OauthClient as ClientRecord }

type Tx = Pick<PrismaClient, '$executeRaw' | 'oauthClient'>

/** Serializes registrations: each may affect two rows, the one with its id and the one with its key. */
export async function lockRegistration(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('oauth client registration'))`
}

export function readClientsByIdOrKey(
  { oauthClient }: Pick<Tx, 'oauthClient'>,
  id: string | undefined,
  key: string,
): Promise<OauthClient[]> {
  return oauthClient.findMany({ where: { OR: [{ key }, ...(id === undefined ? [] : [{ id }])] } })
}

type ClientFields = Pick<
  OauthClient,
  | 'key'
  | 'displayName'
  | 'appUri'
  | 'callbackUri'
  | 'otherCallbackUris'
  | 'pkce'
  | 'secretHash'
  | 'secretDigest'
  | 'credentialVersion'
> & { allowedScopes?: Record<string, boolean> }

export function insertClient(tx: Tx, id: string, fields: ClientFields): Promise<OauthClient> {
  return tx.oauthClient.create({ data: { id, ...fields } })
}

export function updateClient(tx: Tx, id: string, fields: ClientFields): Promise<OauthClient> {
  return tx.oauthClient.update({ where: { id }, data: fields })
}

/** Ends all codes, tokens and grants of a client. */
export async function endClientAuthority(
  { oauthGrant, oauthToken }: Pick<PrismaClient, 'oauthGrant' | 'oauthToken'>,
  clientId: string,
): Promise<void> {
  await oauthGrant.deleteMany({ where: { clientId } })
  await oauthToken.deleteMany({ where: { clientId } })
}

/** All clients, in the order of their keys, and their number, from one look. */
export async function readClients(
  prisma: PrismaClient,
  { offset, limit }: Page,
): Promise<{ count: number; clients: OauthClient[] }> {
  const [count, clients] = await prisma.$transaction(
    [
      prisma.oauthClient.count(),
      prisma.oauthClient.findMany({ orderBy: { key: 'asc' }, skip: offset, take: limit }),
    ],
    ONE_LOOK,
  )
  return { count, clients }
}

/** With its grants and tokens. False if it was already deleted. */
export async function deleteClient({ oauthClient }: Pick<Tx, 'oauthClient'>, id: string): Promise<boolean> {
  const { count } = await oauthClient.deleteMany({ where: { id } })
  return count === 1
}
