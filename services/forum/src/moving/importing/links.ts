import { addressOf, mentionedIn, quotedPlace, redirected, unlinked } from '@agora/moving/bodies/resolve'
import type { Transaction } from '@agora/shared/database/sql'
import { picturesShown } from '@agora/shared/markup/index'
import { readKnownUsers } from '@agora/shared/users/known-users'
import type { ImportContext } from './context.ts'
import { grammarOf, renderSource } from './markup.ts'
import { countPending, type FoundLink, takeDeadLinks, takeReadyLinks, updateBodies } from './store-links.ts'

/**
 * Redirects links to content that was imported after them, and ends those of quotes whose post was not; returns how many still lead to
 * the old forum.
 */
export async function redirectLinks(context: ImportContext): Promise<number> {
  const { db, source, dialect, site } = context
  while (
    await db.transaction(async (tx) =>
      rewrite(context, tx, await takeReadyLinks(tx, source), (body, { address, kind, id }) =>
        redirected(body, address, addressOf(site, kind, id)),
      ),
    )
  );
  const place = quotedPlace(dialect.base)
  while (
    await db.transaction(async (tx) =>
      rewrite(context, tx, await takeDeadLinks(tx, source, place), (body, { address }) =>
        unlinked(body, address),
      ),
    )
  );
  return db.transaction((tx) => countPending(tx, source))
}

/** Writes the bodies that have these links again; false if there are none. */
async function rewrite<Link extends FoundLink>(
  context: ImportContext,
  tx: Transaction,
  links: readonly Link[],
  change: (source: string, link: Link) => string,
): Promise<boolean> {
  if (links.length === 0) return false
  const bodies = new Map<string, FoundLink & { source: string }>()
  for (const link of links) {
    const source = bodies.get(link.revisionId)?.source ?? link.source
    if (source !== null) bodies.set(link.revisionId, { ...link, source: change(source, link) })
  }
  await updateBodies(tx, await renderAll(context, tx, [...bodies.values()]))
  return true
}

async function renderAll(
  { icons }: ImportContext,
  tx: Transaction,
  bodies: readonly (FoundLink & { source: string })[],
) {
  const mentioned = await readKnownUsers(
    tx,
    bodies.flatMap(({ source }) => mentionedIn(source)),
  )
  const names = new Map(mentioned.map(({ id, displayName }) => [id, displayName]))
  return bodies.flatMap(({ revisionId, postId, source, html, authorRole }) => {
    const grammar = { ...grammarOf(authorRole, icons), pictures: picturesShown(html ?? '') }
    const body = renderSource(source, grammar, (id) => names.get(id))
    // Too long with the new address: it stays unchanged.
    return typeof body === 'string' ? [] : [{ id: revisionId, postId, source: body.source, html: body.html }]
  })
}
