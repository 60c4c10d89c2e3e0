import type { Page } from '@agora/shared/contracts/pagination'
import type { PrismaClient, Session } from '../../generated/prisma/client.ts'

export type SessionRecord = Session

/** An account's active sessions, most recently used first. */
export async function readSessions(
  { session }: Pick<PrismaClient, 'session'>,
  accountId: string,
  { offset, limit }: Page,
): Promise<{ count: number; sessions: SessionRecord[] }> {
  const where = { accountId, expiresAt: { gt: new Date() } }
  const [count, sessions] = await Promise.all([
    session.count({ where }),
    session.findMany({
      where,
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
      skip: offset,
      take: limit,
    }),
  ])
  return { count, sessions }
}
