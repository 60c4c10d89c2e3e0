import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import { IN_FORCE, mayReadSql } from '../../authority/store.ts'
import { textSql } from '../../bodies/large-texts.ts'
import type { SanctionKind } from '../../generated/prisma/enums.ts'
import { addToTallies } from '../../tallies/store.ts'
import { pageSql, SANCTION_COLUMNS, type SanctionFilter, type SanctionRow, WITHIN } from './sql.ts'

/**
 * Serializes the creation of sanctions on a member: whether a mute covers another depends on all of them and on the
 * time.
 */
export async function lockSanctionsOn(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('sanctions ' || ${userId}, 0))`)
}

/** Whether a mute in force covers the scope: one in the same section, or one in the whole forum. */
export const isMuteInForce = (tx: Transaction, userId: string, sectionId: string | null) =>
  tx.hasRows(sql`
    SELECT FROM sanction
    WHERE user_id = ${userId} AND kind = 'Mute' AND ${raw(IN_FORCE)}
      AND (section_id IS NULL OR section_id = ${sectionId}::uuid)
    LIMIT 1`)

export interface NewSanction {
  userId: string
  sectionId: string | null
  kind: SanctionKind
  createdById: string
  expiresAt: Date | null
  reason: string
  internalNote: string
}

const endOf = (expiresAt: Date | string | null) => (expiresAt === null ? 'Lasting' : 'Timed')

/** Sanctions take their times from the database's clock, which also decides what has expired. */
export async function insertSanction(tx: Transaction, sanction: NewSanction): Promise<SanctionRow> {
  const { userId, sectionId, kind, createdById, expiresAt, reason, internalNote } = sanction
  const inserted = await tx.one<SanctionRow>(sql`
    WITH s AS (
      INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, expires_at, reason, internal_note)
      VALUES (
        ${newId()}, ${userId}, ${sectionId}, ${kind}, date_trunc('milliseconds', clock_timestamp()), ${createdById},
        ${expiresAt}, ${reason}, ${internalNote}
      )
      RETURNING *
    )
    SELECT ${raw(SANCTION_COLUMNS)} FROM s`)
  await addToTallies(tx, 'Sanction', [{ sectionId, part: endOf(expiresAt), by: 1 }])
  return inserted
}

/** Lifts the sanction; undefined if it was lifted already. */
export async function liftSanction(
  tx: Transaction,
  { id, sectionId, expiresAt }: Pick<SanctionRow, 'id' | 'sectionId' | 'expiresAt'>,
  liftedById: string,
): Promise<SanctionRow | undefined> {
  const lifted = await tx.maybeOne<SanctionRow>(sql`
    WITH s AS (
      UPDATE sanction SET deleted_at = date_trunc('milliseconds', clock_timestamp()), deleted_by_id = ${liftedById}
      WHERE id = ${id} AND deleted_at IS NULL RETURNING *
    )
    SELECT ${raw(SANCTION_COLUMNS)} FROM s`)
  if (!lifted) return undefined
  await addToTallies(tx, 'Sanction', [
    { sectionId, part: endOf(expiresAt), by: -1 },
    { sectionId, part: 'Lifted', by: 1 },
  ])
  return lifted
}

export const readSanction = (db: Queries, id: string) =>
  db.maybeOne<SanctionRow>({
    name: 'sanction',
    text: `SELECT ${SANCTION_COLUMNS} FROM sanction AS s WHERE s.id = $1`,
    values: [id],
  })

interface SanctionMailRow {
  kind: SanctionKind
  section: string | null
  reason: string
  expires_at: Date | null
  locale: string | null
}

/** What the mail about a sanction in force tells its member; nothing of one in a section that they may not read. */
export const readSanctionMail = (db: Queries, id: string) =>
  db.maybeOne<SanctionMailRow>(sql`
    SELECT s.kind, section.display_name AS section, ${raw(textSql('sanction.reason', 's'))} AS reason, s.expires_at,
      (SELECT locale FROM notification_setting AS n WHERE n.user_id = s.user_id) AS locale
    FROM sanction AS s LEFT JOIN section ON section.id = s.section_id
    WHERE s.id = ${id}::uuid AND ${raw(IN_FORCE)}
      AND (s.section_id IS NULL OR ${raw(mayReadSql('section', 's.user_id'))})`)

interface SanctionsPage {
  count: number
  sanctions: SanctionRow[]
}

/** A page of sanctions, newest first, and the number that match the filter. */
export async function readSanctions(
  db: Queries,
  filter: SanctionFilter,
  { offset, limit }: Page,
): Promise<SanctionsPage> {
  const { userId, sectionId } = filter
  const values = [userId, sectionId, offset, limit]
  return db.one<SanctionsPage>({ values, ...pageSql(filter) })
}

/** A page of a member's sanctions of the whole forum and of these sections (null for all), newest first. */
export const readSanctionsWithin = (
  db: Queries,
  userId: string,
  sectionIds: readonly string[] | null,
  { offset, limit }: Page,
) => db.one<SanctionsPage>({ values: [userId, sectionIds, offset, limit], ...WITHIN })
