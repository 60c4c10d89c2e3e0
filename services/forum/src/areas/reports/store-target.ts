import { empty, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { Reference } from '../../resources/references.ts'

export type TargetReference = Reference & { kind: 'post' | 'thread' }

/** Reported content, and what decides whether it may be reported. */
export interface Target {
  /** Null for the thread itself. */
  postId: string | null
  threadId: string
  sectionId: string
  authorId: string
  threadIsDeleted: boolean
}

/**
 * The content. If locked, its thread can neither move nor vanish before the transaction ends; callers who will be
 * refused anyway must not lock it.
 */
export async function findTarget(
  tx: Transaction,
  { kind, by, value }: TargetReference,
  { lock }: { lock: boolean },
): Promise<Target | undefined> {
  const ofThread = sql`t.id AS "threadId", t.section_id AS "sectionId", t.is_deleted AS "threadIsDeleted"`
  const target =
    kind === 'post'
      ? sql`
        SELECT p.id AS "postId", p.author_id AS "authorId", ${ofThread}
        FROM post AS p JOIN thread AS t ON t.id = p.thread_id WHERE p.id = ${value}`
      : sql`
        SELECT NULL AS "postId", t.author_id AS "authorId", ${ofThread}
        FROM thread AS t WHERE t.${raw(by)} = ${value}`
  return tx.maybeOne<Target>(sql`${target} ${lock ? sql`FOR SHARE OF t` : empty}`)
}
