import type { Page } from '@agora/shared/contracts/pagination'
import type pg from 'pg'
import type { Prisma } from '../../generated/prisma/client.ts'
import { addToTallies, tallySql } from '../../tallies.ts'
import { IN_FORCE, SANCTION_COLUMNS, type SanctionRow } from './sql.ts'

type Tx = Prisma.TransactionClient

/** One sanction on a member is created at a time: whether a mute covers another is a matter of all of them and of now. */
export async function lockSanctionsOn(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('sanctions ' || ${userId}, 0))`
}

/** Whether a mute in force covers the scope: one of the same section, or one of the whole forum. */
export async function isMuteInForce(tx: Tx, userId: string, sectionId: string | null): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM sanction
    WHERE user_id = ${userId}::uuid AND kind = 'Mute'
      AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      AND (section_id IS NULL OR section_id = ${sectionId}::uuid)
    LIMIT 1`
  return rows.length > 0
}

export async function insertSanction(tx: Tx, data: Prisma.SanctionUncheckedCreateInput): Promise<void> {
  await tx.sanction.create({ data, select: { id: true } })
  await addToTallies(tx, 'Sanction', [{ sectionId: data.sectionId ?? null, part: '', by: 1 }])
}

/** Lifts the sanction unless somebody has; answers whether this call did. */
export async function liftSanction(tx: Tx, id: string, liftedById: string): Promise<boolean> {
  const { count } = await tx.sanction.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date(), deletedById: liftedById },
  })
  return count > 0
}

export async function readSanction(pool: pg.Pool, id: string): Promise<SanctionRow | undefined> {
  const { rows } = await pool.query<SanctionRow>({
    name: 'sanction',
    text: `SELECT ${SANCTION_COLUMNS} FROM sanction AS s WHERE s.id = $1`,
    values: [id],
  })
  return rows[0]
}

export interface SanctionFilter {
  userId: string | null
  sectionId: string | null
  active: boolean
}

/**
 * How many pass the filter. One member's are few enough to count. Those in force change with the clock alone, so
 * they are counted too, on the index of what nobody lifted.
 */
function countSql({ userId, active }: SanctionFilter, filter: string): string {
  if (userId === null && !active) return tallySql('Sanction', '$2', '$1')
  return `(SELECT count(*)::int FROM sanction WHERE ${filter})`
}

/** A page of sanctions, newest first. One text for each set of filters, so that each is planned on its own index. */
export async function readSanctions(
  pool: pg.Pool,
  filter: SanctionFilter,
  { offset, limit }: Page,
): Promise<{ count: number; sanctions: SanctionRow[] }> {
  const { userId, sectionId, active } = filter
  const where = [
    userId === null ? '$1::uuid IS NULL' : 'user_id = $1::uuid',
    sectionId === null ? '$2::uuid IS NULL' : 'section_id = $2',
    ...(active ? [IN_FORCE] : []),
  ].join(' AND ')
  const { rows } = await pool.query({
    name: `sanctions-${userId === null ? 'all' : 'user'}-${sectionId === null ? 'all' : 'section'}-${active}`,
    text: `
      SELECT ${countSql(filter, where)} AS count,
        ARRAY(
          SELECT row_to_json(item) FROM (
            SELECT ${SANCTION_COLUMNS} FROM (
              SELECT * FROM sanction WHERE ${where}
              ORDER BY created_at DESC, id DESC OFFSET $3::bigint LIMIT $4::bigint
            ) AS s
            ORDER BY s.created_at DESC, s.id DESC
          ) AS item
        ) AS sanctions`,
    values: [userId, sectionId, offset, limit],
  })
  return rows[0]
}
