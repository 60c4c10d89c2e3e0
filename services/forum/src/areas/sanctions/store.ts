import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import type pg from 'pg'
import { IN_FORCE } from '../../authority/store.ts'
import type { Prisma, SanctionKind } from '../../generated/prisma/client.ts'
import { addToTallies } from '../../tallies/store.ts'
import { pageSql, SANCTION_COLUMNS, type SanctionFilter, type SanctionRow } from './sql.ts'

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
const INSERT_SANCTION = `
  WITH s AS (
    INSERT INTO sanction (id, user_id, section_id, kind, created_at, created_by_id, expires_at, reason, internal_note)
    VALUES (
      $1::uuid, $2::uuid, $3::uuid, $4::"SanctionKind", date_trunc('milliseconds', clock_timestamp()), $5::uuid,
      $6::timestamptz, $7, $8
    )
    RETURNING *
  )
  SELECT ${SANCTION_COLUMNS} FROM s`

export async function insertSanction(tx: Tx, sanction: NewSanction): Promise<SanctionRow> {
  const { userId, sectionId, kind, createdById, expiresAt, reason, internalNote } = sanction
  const expiry = expiresAt?.toISOString() ?? null
  const values = [newId(), userId, sectionId, kind, createdById, expiry, reason, internalNote]
  const rows = await tx.$queryRawUnsafe<SanctionRow[]>(INSERT_SANCTION, ...values)
  await addToTallies(tx, 'Sanction', [{ sectionId, part: endOf(expiresAt), by: 1 }])
  return rows[0]!
}

const LIFT_SANCTION = `
  WITH s AS (
    UPDATE sanction SET deleted_at = date_trunc('milliseconds', clock_timestamp()), deleted_by_id = $2::uuid
    WHERE id = $1::uuid AND deleted_at IS NULL RETURNING *
  )
  SELECT ${SANCTION_COLUMNS} FROM s`

/** Lifts the sanction; undefined where somebody has already. */
export async function liftSanction(
  tx: Tx,
  { id, sectionId, expiresAt }: Pick<SanctionRow, 'id' | 'sectionId' | 'expiresAt'>,
  liftedById: string,
): Promise<SanctionRow | undefined> {
  const rows = await tx.$queryRawUnsafe<SanctionRow[]>(LIFT_SANCTION, id, liftedById)
  if (!rows[0]) return undefined
  await addToTallies(tx, 'Sanction', [
    { sectionId, part: endOf(expiresAt), by: -1 },
    { sectionId, part: 'Lifted', by: 1 },
  ])
  return rows[0]
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
