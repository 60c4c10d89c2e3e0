import type { Prisma } from '../../generated/prisma/client.ts'
import type { Reference } from '../../references.ts'

export type TargetReference = Reference & { kind: 'post' | 'thread' }

/** Reported content and what decides on reporting it. */
export interface Target {
  /** Null: the thread itself. */
  postId: string | null
  threadId: string
  sectionId: string
  authorId: string
  threadIsDeleted: boolean
}

/**
 * The content. Locked, its thread can neither move nor vanish before the transaction ends; whoever will be refused
 * in any case is to lock nothing.
 */
export async function findTarget(
  tx: Prisma.TransactionClient,
  { kind, by, value }: TargetReference,
  { lock }: { lock: boolean },
): Promise<Target | undefined> {
  const threadColumns = `t.id AS "threadId", t.section_id AS "sectionId", t.is_deleted AS "threadIsDeleted"`
  const text =
    kind === 'post'
      ? `SELECT p.id AS "postId", p.author_id AS "authorId", ${threadColumns}
          FROM post AS p JOIN thread AS t ON t.id = p.thread_id WHERE p.id = $1::uuid`
      : `SELECT NULL AS "postId", t.author_id AS "authorId", ${threadColumns}
          FROM thread AS t WHERE ${by === 'id' ? 't.id = $1::uuid' : 't.key = $1'}`
  const rows = await tx.$queryRawUnsafe<Target[]>(lock ? `${text} FOR SHARE OF t` : text, value)
  return rows[0]
}
