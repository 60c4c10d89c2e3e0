import { newId } from '@agora/shared/contracts/ids'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { PrismaClient, UserLink } from '../../generated/prisma/client.ts'
import { type LinkType, MAX_RANK } from './schemas.ts'

export type LinkRecord = UserLink

const columns =
  raw(`id::text, account_id::text AS "accountId", type, external_id AS "externalId", display_name AS "displayName",
  visibility, rank, started_at AS "startedAt", ended_at AS "endedAt", refused_at AS "refusedAt", refusal`)

/** An account's active links, in the owner's order. */
export function readUserLinks(
  { userLink }: Pick<PrismaClient, 'userLink'>,
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

/** The links that an account may have: every change of it is told to each of its addresses. */
const MAX_LINKS = 20
/** The ended links that are kept. */
const MAX_ENDED = 100

/**
 * Links an account, which is locked, to an identity it has proved to own, after its other links; an existing link is
 * unchanged. The unique index decides between accounts. No `link` if it is another account's.
 * @throws ApiError 409 for more links than an account may have
 */
export async function establishLink(
  tx: Transaction,
  accountId: string,
  { type, externalId, displayName }: LinkTarget,
): Promise<{ link: LinkRecord | undefined; isNew: boolean }> {
  const isNew = await tx.hasRows(sql`
    INSERT INTO user_link (id, account_id, type, external_id, display_name, rank)
    SELECT ${newId()}::uuid, ${accountId}::uuid, ${type}, ${externalId}, ${displayName},
      least(coalesce(max(rank) + 1, 0), ${MAX_RANK}::int)
    FROM user_link WHERE account_id = ${accountId}::uuid AND ended_at IS NULL HAVING count(*) < ${MAX_LINKS}::int
    ON CONFLICT (type, external_id) WHERE ended_at IS NULL DO NOTHING`)
  const holding = await tx.maybeOne<LinkRecord>(sql`
    SELECT ${columns} FROM user_link WHERE type = ${type} AND external_id = ${externalId} AND ended_at IS NULL`)
  // What was not inserted and is nobody's was one too many.
  if (!holding) throw new ApiError(errors.tooManyUserLinks)
  return { link: holding.accountId === accountId ? holding : undefined, isNew }
}

/** The link that has ended; undefined if the account has no such active link. */
export async function endUserLink(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<LinkTarget | undefined> {
  const ended = await tx.maybeOne<LinkTarget>(sql`
    UPDATE user_link SET ended_at = now()
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND ended_at IS NULL
    RETURNING type, external_id AS "externalId", display_name AS "displayName"`)
  await tx.query(sql`
    DELETE FROM user_link WHERE id IN (
      SELECT id FROM user_link WHERE account_id = ${accountId}::uuid AND ended_at IS NOT NULL
      ORDER BY ended_at DESC, id DESC OFFSET ${MAX_ENDED}
    )`)
  return ended
}

/** The updated link; undefined if the account has no such active link. */
export const updateUserLink = (
  db: Queries,
  accountId: string,
  id: string,
  { visibility = null, rank = null }: { visibility?: string | null; rank?: number | null },
) =>
  db.maybeOne<LinkRecord>(sql`
    UPDATE user_link SET visibility = coalesce(${visibility}, visibility), rank = coalesce(${rank}::int, rank)
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND ended_at IS NULL
    RETURNING ${columns}`)
