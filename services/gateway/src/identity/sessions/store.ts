import type { Page } from '@agora/shared/contracts/pagination'
import type { PrismaClient, Session } from '../../generated/prisma/client.ts'
import { ONE_LOOK } from '../one-look.ts'

export type SessionRecord = Session

/** An account's active sessions, most recently used first, and their number, from one look. */
export async function readSessions(
  prisma: PrismaClient,
  accountId: string,
  { offset, limit }: Page,
): Promise<{ count: number; sessions: SessionRecord[] }> {
  const where = { accountId, expiresAt: { gt: new Date() } }
  const [count, sessions] = await prisma.$transaction(
    [
      prisma.session.count({ where }),
      prisma.session.findMany({
        where,
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        skip: offset,
        take: limit,
      }),
    ],
    ONE_LOOK,
  )
  return { count, sessions }
}
