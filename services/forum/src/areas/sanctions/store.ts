import type { Page } from '@agora/shared/contracts/pagination'
import type pg from 'pg'
import type { Prisma, SanctionKind } from '../../generated/prisma/client.ts'
import { addToTallies } from '../../tallies.ts'
import { IN_FORCE, pageSql, SANCTION_COLUMNS, type SanctionFilter, type SanctionRow } from './sql.ts'

type Tx = Prisma.TransactionClient

/** One sanction on a member is created at a time: whether a mute covers another is a matter of all of them and of now. */
export async function lockSanctionsOn(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('sanctions ' || ${userId}, 0))`
}

const COVERING_MUTE = `
  SELECT FROM sanction
  WHERE user_id = $1::uuid AND kind = 'Mute' AND ${IN_FORCE} AND (section_id IS NULL OR section_id = $2::uuid)
  LIMIT 1`

/** Whether a mute in force covers the scope: one of the same section, or one of the whole forum. */
export async function isMuteInForce(tx: Tx, userId: string, sectionId: string | null): Promise<boolean> {
  return (await tx.$executeRawUnsafe(COVERING_MUTE, userId, sectionId)) > 0
}

export interface NewSanction {
  id: string
  userId: string
  sectionId: string | null
  kind: SanctionKind
  createdById: string
  expiresAt: Date | null
  reason: string
  internalNote: string
}

const endOf = (expiresAt: Date | string | null) => (expiresAt === null ? 'Lasting' : 'Timed')

/** Times of sanctions are those of the database's clock, which also says what has lapsed. */
export async function insertSanction(tx: Tx, sanction: NewSanction): Promise<void> {
  const { id, userId, sectionId, kind, createdById, expiresAt, reason, internalNote } = sanction
  await tx.$executeRaw`
    INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, expires_at, reason, internal_note)
    VALUES (
      ${id}::uuid, ${userId}::uuid, ${sectionId}::uuid, ${kind}::"SanctionKind",
      date_trunc('milliseconds', clock_timestamp()), ${createdById}::uuid,
      ${expiresAt?.toISOString() ?? null}::timestamptz, ${reason}, ${internalNote}
    )`
  await addToTallies(tx, 'Sanction', [{ sectionId, part: endOf(expiresAt), by: 1 }])
}

/** Lifts the sanction unless somebody has; answers whether this call did. */
export async function liftSanction(
  tx: Tx,
  { id, sectionId, expiresAt }: Pick<SanctionRow, 'id' | 'sectionId' | 'expiresAt'>,
  liftedById: string,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sanction
    SET deleted_at = date_trunc('milliseconds', clock_timestamp()), deleted_by_id = ${liftedById}::uuid
    WHERE id = ${id}::uuid AND deleted_at IS NULL`
  if (count === 0) return false
  await addToTallies(tx, 'Sanction', [
    { sectionId, part: endOf(expiresAt), by: -1 },
    { sectionId, part: 'Lifted', by: 1 },
  ])
  return true
}

export async function readSanction(pool: pg.Pool, id: string): Promise<SanctionRow | undefined> {
  const { rows } = await pool.query<SanctionRow>({
    name: 'sanction',
    text: `SELECT ${SANCTION_COLUMNS} FROM sanction AS s WHERE s.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** A page of sanctions, newest first, and how many pass the filter. */
export async function readSanctions(
  pool: pg.Pool,
  filter: SanctionFilter,
  { offset, limit }: Page,
): Promise<{ count: number; sanctions: SanctionRow[] }> {
  const { userId, sectionId } = filter
  const { rows } = await pool.query({ ...pageSql(filter), values: [userId, sectionId, offset, limit] })
  return rows[0]
}
