import type { LinkEnd } from '@agora/moving/bodies/pieces'
import type { Role } from '@agora/shared/contracts/roles'
import { sql, type Transaction } from '@agora/shared/database/sql'
import { recordRewrites } from '../../changes/store.ts'

/** Links processed in one transaction. */
const MAX_AT_ONCE = 500

/** A link, with the revision that contains it. */
export interface FoundLink {
  revisionId: string
  postId: string
  address: string
  /** Null if the body is gone. */
  source: string | null
  html: string | null
  authorRole: Role | null
}

/** One whose target now exists. */
export interface ReadyLink extends FoundLink {
  kind: LinkEnd['kind']
  id: string
}

/** Takes links whose targets exist; they are done when the transaction commits. */
export const takeReadyLinks = (tx: Transaction, source: string) =>
  tx.all<ReadyLink>(sql`
    WITH ready AS (
      SELECT l.revision_id, l.address, i.kind, i.id
      FROM imported_link AS l JOIN imported AS i USING (source, kind, old_id)
      WHERE l.source = ${source} ORDER BY l.revision_id LIMIT ${MAX_AT_ONCE}
    ), taken AS (
      DELETE FROM imported_link AS l USING ready
      WHERE l.revision_id = ready.revision_id AND l.address = ready.address
    )
    SELECT r.id AS "revisionId", r.post_id AS "postId", ready.address, ready.kind, ready.id, r.source, r.html, r.author_role AS "authorRole"
    FROM ready JOIN revision AS r ON r.id = ready.revision_id`)

/** Takes links below an address that lead nowhere: what they lead to was not imported. */
export const takeDeadLinks = (tx: Transaction, source: string, below: string) =>
  tx.all<FoundLink>(sql`
    WITH dead AS (
      SELECT revision_id, address FROM imported_link
      WHERE source = ${source} AND starts_with(address, ${below}) ORDER BY revision_id LIMIT ${MAX_AT_ONCE}
    ), taken AS (
      DELETE FROM imported_link AS l USING dead WHERE l.revision_id = dead.revision_id AND l.address = dead.address
    )
    SELECT r.id AS "revisionId", r.post_id AS "postId", dead.address, r.source, r.html, r.author_role AS "authorRole"
    FROM dead JOIN revision AS r ON r.id = dead.revision_id`)

export async function updateBodies(
  tx: Transaction,
  bodies: readonly { id: string; postId: string; source: string; html: string }[],
): Promise<void> {
  const posts = [...new Set(bodies.map(({ postId }) => postId))]
  const [rewrite, ...rewrites] = posts.map((post) => ({ post, pictures: false }))
  if (!rewrite) return
  const recorded = await recordRewrites(tx, [rewrite, ...rewrites])
  await recorded.query(sql`
    UPDATE revision AS r SET source = body.source, html = body.html
    FROM json_to_recordset(${JSON.stringify(bodies)}::json) AS body (id uuid, source text, html text)
    WHERE r.id = body.id AND r.source IS NOT NULL`)
}

/** How many links still lead to the old forum. */
export const countPending = (tx: Transaction, source: string) =>
  tx.scalar<number>(sql`SELECT count(*)::int AS count FROM imported_link WHERE source = ${source}`)
