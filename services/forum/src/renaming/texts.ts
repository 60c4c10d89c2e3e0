import type { Database } from '@agora/shared/database/database'
import { type Renamed, renameInHtml, renameInSource } from '@agora/shared/markup/index'
import { MARKS, markOf } from '@agora/shared/users/mark'
import {
  type FormerName,
  findNaming,
  foldName,
  lockRevision,
  type NamingRevision,
  type NamingText,
  writeBody,
} from './store.ts'

/** A member as texts by others are to name them. */
export interface NamedAnew {
  userId: string
  name: string
  /** Their name where a quote has their mark. */
  markedName: string
  /** By the folded names. By its mark a quote names this account, whoever else has the name. */
  former: ReadonlyMap<string, FormerName>
  /** Whether a quote by a former name alone means the member. */
  isMeant: (name: FormerName, revision: Pick<NamingRevision, 'isAmongAuthors'>) => boolean
}

/**
 * Gives members their new names in the next texts after `from`, a revision's id, that name anybody: in mentions, and in
 * quotes by name. Without a new revision, since nobody has edited anything; earlier revisions too.
 *
 * @returns where to go on; undefined at the end.
 */
export async function renameInNextTexts(
  db: Database,
  members: readonly NamedAnew[],
  from: string,
): Promise<string | undefined> {
  const texts = await findNaming(db, from)
  for (const text of texts)
    for (const member of members) if (mayName(text, member)) await renameIn(db, member, text.id)
  return texts.at(-1)?.id
}

const mayName = ({ mentioned, quoted }: NamingText, { userId, former }: NamedAnew): boolean =>
  mentioned.includes(userId) || quoted.some((name) => former.has(plainName(name, userId).name))

async function renameIn(db: Database, member: NamedAnew, revisionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const revision = await lockRevision(tx, revisionId, member.userId)
    if (!revision) return
    const renamed = renamedIn(member, revision)
    const html = renameInHtml(revision.html, renamed)
    const source = renameInSource(revision.source, renamed)
    if (html === revision.html && source === revision.source) return
    await writeBody(tx, revision, { html, source })
  })
}

/** What is renamed in a text. */
export const renamedIn = (
  { userId, name, markedName, former, isMeant }: NamedAnew,
  revision: Pick<NamingRevision, 'isAmongAuthors'>,
): Renamed => ({
  userId,
  name,
  quotedAs: (quoted) => {
    const plain = plainName(quoted, userId)
    const known = former.get(plain.name)
    if (!known) return undefined
    if (plain.isMarked) return markedName
    return isMeant(known, revision) ? name : undefined
  },
})

/** A name as a quote has it, folded, without the member's mark. */
function plainName(quoted: string, userId: string): { name: string; isMarked: boolean } {
  const name = foldName(quoted)
  const mark = `${MARKS}${markOf(userId)}`
  const isMarked = name.endsWith(mark)
  return { name: isMarked ? name.slice(0, -mark.length) : name, isMarked }
}
