import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

export interface InvitationRow {
  id: string
  createdBy: string
  displayName: string
  createdAt: Date
  expiresAt: Date
  note: string
  mostUses: number
  uses: number
}

/** So many are listed. */
const MAX_LISTED = 200
/** So many that can still be used may one member have. */
const MAX_OPEN = 100

const columns = sql`i.id::text, i.created_by::text AS "createdBy",
  coalesce(a.display_name, ${DELETED_MEMBER}) AS "displayName", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.note, i.most_uses AS "mostUses", i.uses`
const ofMaker = sql`invitation i LEFT JOIN account a ON a.id = i.created_by`

/** The newest invitations, of everybody or of one. */
export async function readInvitations(db: Queries, createdBy: string | undefined): Promise<InvitationRow[]> {
  const wanted = createdBy === undefined ? sql`true` : sql`i.created_by = ${createdBy}::uuid`
  return db.all<InvitationRow>(
    sql`SELECT ${columns} FROM ${ofMaker} WHERE ${wanted} ORDER BY i.id DESC LIMIT ${MAX_LISTED}`,
  )
}

interface NewRow {
  id: string
  tokenHash: Buffer
  createdBy: string
  days: number
  note: string
  mostUses: number
}

/** Undefined if the member, whose account is locked, has as many as one may have. */
export async function insertInvitation(tx: Transaction, made: NewRow): Promise<InvitationRow | undefined> {
  const { id, tokenHash, createdBy, days, note, mostUses } = made
  await tx.query(sql`
    INSERT INTO invitation (id, token_hash, created_by, expires_at, note, most_uses)
    SELECT ${id}::uuid, ${tokenHash}::bytea, ${createdBy}::uuid, now() + make_interval(days => ${days}::int), ${note},
      ${mostUses}::int
    WHERE (
      SELECT count(*) FROM invitation
      WHERE created_by = ${createdBy}::uuid AND expires_at > now() AND uses < most_uses
    ) < ${MAX_OPEN}`)
  return tx.maybeOne<InvitationRow>(sql`SELECT ${columns} FROM ${ofMaker} WHERE i.id = ${id}::uuid`)
}

/** False if there is none, or none of this member. */
export async function deleteInvitation(
  db: Queries,
  id: string,
  createdBy: string | undefined,
): Promise<boolean> {
  const isTheirs = createdBy === undefined ? sql`true` : sql`created_by = ${createdBy}::uuid`
  return db.hasRows(sql`DELETE FROM invitation WHERE id = ${id}::uuid AND ${isTheirs}`)
}

/** Whether somebody could register by it now. */
export const isInvitationOpen = (db: Queries, tokenHash: Buffer) =>
  db.hasRows(
    sql`SELECT FROM invitation WHERE token_hash = ${tokenHash}::bytea AND expires_at > now() AND uses < most_uses`,
  )

/** Uses it once, in the transaction of the registration: the row decides who comes first. False if it is used up or has ended. */
export const takeInvitation = (tx: Queries, tokenHash: Buffer) =>
  tx.hasRows(sql`
    UPDATE invitation SET uses = uses + 1
    WHERE token_hash = ${tokenHash}::bytea AND expires_at > now() AND uses < most_uses`)

/** Those of an erased account. */
export async function deleteInvitationsOf(tx: Queries, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM invitation WHERE created_by = ${accountId}::uuid`)
}

/** The rules that a new member accepted. A forum of the version before does not say their `source`. */
export interface Acceptance {
  locale: string
  time: string
  source?: string
}

export async function noteAcceptance(
  tx: Queries,
  accountId: string,
  { locale, time, source = null }: Omit<Acceptance, 'source'> & { source?: string | null },
): Promise<void> {
  await tx.query(sql`
    WITH rules AS (
      SELECT ${source}::text AS wording, sha256(convert_to(${source}::text, 'UTF8')) AS digest
    ), kept AS (
      INSERT INTO rules_wording (digest, wording) SELECT digest, wording FROM rules WHERE wording IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    INSERT INTO rules_acceptance (account_id, locale, written_at, digest)
    SELECT ${accountId}::uuid, ${locale}, ${time}::timestamptz, digest FROM rules`)
}
