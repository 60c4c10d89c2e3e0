import type { Transaction } from '@agora/shared/database/sql'
import { picturesShown } from '@agora/shared/markup/index'
import { readKnownUsers } from '@agora/shared/users/known-users'
import { grammarOf, renderSource } from '../bodies/render.ts'
import { addressOf, mentionedIn, redirected } from '../bodies/resolve.ts'
import type { ImportContext } from './context.ts'
import { countPending, type ReadyLink, takeReadyLinks, updateBodies } from './store-links.ts'

/** Redirects links to content that was imported after them; returns how many still lead to the old forum. */
export async function redirectLinks(context: ImportContext): Promise<number> {
  const { db, source } = context
  while (await db.transaction((tx) => redirectSome(context, tx)));
  return db.transaction((tx) => countPending(tx, source))
}

async function redirectSome(context: ImportContext, tx: Transaction): Promise<boolean> {
  const links = await takeReadyLinks(tx, context.source)
  if (links.length === 0) return false
  const bodies = new Map<string, ReadyLink & { source: string }>()
  for (const link of links) {
    const source = bodies.get(link.revisionId)?.source ?? link.source
    if (source === null) continue
    const target = addressOf(context.site, link.kind, link.id)
    bodies.set(link.revisionId, { ...link, source: redirected(source, link.address, target) })
  }
  await updateBodies(tx, await renderAll(context, tx, [...bodies.values()]))
  return true
}

async function renderAll(
  { icons }: ImportContext,
  tx: Transaction,
  bodies: readonly (ReadyLink & { source: string })[],
) {
  const mentioned = await readKnownUsers(
    tx,
    bodies.flatMap(({ source }) => mentionedIn(source)),
  )
  const names = new Map(mentioned.map(({ id, displayName }) => [id, displayName]))
  return bodies.flatMap(({ revisionId, source, html, authorRole }) => {
    const grammar = { ...grammarOf(authorRole, icons), pictures: picturesShown(html ?? '') }
    const body = renderSource(source, grammar, (id) => names.get(id))
    // Too long with the new address: it stays unchanged.
    return typeof body === 'string' ? [] : [{ id: revisionId, source: body.source, html: body.html }]
  })
}
