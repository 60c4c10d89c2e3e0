import { newId } from '@agora/shared/contracts/ids'
import type { PrismaClient, UserLink } from '../../generated/prisma/client.ts'
import { type LinkType, MAX_RANK } from './schemas.ts'

export type LinkRecord = UserLink

type Links = Pick<PrismaClient, 'userLink'>
type Raw = Pick<PrismaClient, '$executeRaw'>

/** An account's active links, in the owner's order. */
export function readUserLinks(
  { userLink }: Links,
  accountId: string,
  { onlyPublic }: { onlyPublic: boolean },
): Promise<LinkRecord[]> {
  return userLink.findMany({
    where: { accountId, endedAt: null, ...(onlyPublic ? { visibility: 'Public' } : {}) },
    orderBy: [{ rank: 'asc' }, { startedAt: 'asc' }, { id: 'asc' }],
  })
}

export interface LinkTarget {
  type: LinkType
  /** The provider's subject, or the email in lowercase. */
  externalId: string
  displayName: string
}

/**
 * Links an account to an identity it has proved to own, after its other links; an existing link is unchanged. The
 * unique index decides between accounts. Undefined if it is another account's.
 */
export async function establishLink(
  tx: Links & Raw,
  accountId: string,
  { type, externalId, displayName }: LinkTarget,
): Promise<LinkRecord | undefined> {
  await tx.$executeRaw`
    INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
    SELECT ${newId()}::uuid, ${accountId}::uuid, ${type}, ${externalId}, ${displayName},
      least(coalesce(max(rank) + 1, 0), ${MAX_RANK}::int)
    FROM user_link WHERE account_id = ${accountId}::uuid AND ended_at IS NULL
    ON CONFLICT (type, external_id) WHERE ended_at IS NULL DO NOTHING`
  const holding = await tx.userLink.findFirst({ where: { type, externalId, endedAt: null } })
  return holding?.accountId === accountId ? holding : undefined
}

/** False if the account has no such active link. */
export async function endUserLink(tx: Raw, accountId: string, id: string): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE user_link SET ended_at = now()
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND ended_at IS NULL`
  return ended === 1
}

/** The updated link; undefined if the account has no such active link. */
export async function updateUserLink(
  tx: Pick<PrismaClient, '$queryRaw'>,
  accountId: string,
  id: string,
  { visibility = null, rank = null }: { visibility?: string | null; rank?: number | null },
): Promise<LinkRecord | undefined> {
  const changed = await tx.$queryRaw<LinkRecord[]>`
    UPDATE user_link SET visibility = coalesce(${visibility}, visibility), rank = coalesce(${rank}::int, rank)
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND ended_at IS NULL
    RETURNING id::text, account_id::text AS "accountId", type, external_id AS "externalId",
      display_name AS "displayName", visibility, rank, started_at AS "startedAt", ended_at AS "endedAt"`
  return changed[0]
}
