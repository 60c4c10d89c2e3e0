import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LinkEnd } from '@agora/moving/bodies/pieces'
import { type FindId, mentionedIn, resolve, withMentions } from '@agora/moving/bodies/resolve'
import type { ImportedPicture } from '@agora/shared/contracts/moving-pictures'
import type { Body } from '../../bodies/render.ts'
import type { WithBody } from './batch.ts'
import type { ImportContext } from './context.ts'
import { grammarOf, plainSource, renderSource, withoutRefusedBlocks } from './markup.ts'
import type { TakenPictures } from './pictures.ts'
import type { References } from './references.ts'
import type { Report } from './report.ts'

/** A post or an edit that can be stored. */
export interface Accepted<Name extends 'post' | 'edit'> extends WithBody<Name> {
  authorId: string
  /** Null if hidden. */
  body: Body | null
  /** Its links that lead nowhere yet. */
  pending: LinkEnd[]
}

const EMPTY = '(no text)'
/** Bodies rendered between two looks at Postgres, which writes the batch before them. */
const BODIES_A_TURN = 50

/** What a body refers to beside content. */
interface Referred {
  readonly nameOf: (id: string) => string | undefined
  readonly pictures: TakenPictures
}

interface Resolved {
  source: string
  pending: LinkEnd[]
  /** The pictures that it shows. */
  pictures: Map<string, ImportedPicture>
  /** The uploads that could not be taken, each with why. */
  faults: Set<string>
}

/** Resolves a body's references. The converter has told its links and mentions apart from text. */
function resolveBody(
  written: WithBody<'post' | 'edit'>,
  { site, reaction }: ImportContext,
  references: References,
  taken: TakenPictures,
): Resolved {
  const { line, converted } = written
  const pictures = new Map<string, ImportedPicture>()
  const faults = new Set<string>()
  if ((line.format ?? 'markup') === 'markup') {
    const source = withMentions(line.body!, (id) => references.id('user', id) ?? id)
    return { source, pending: [], pictures, faults }
  }
  const pictureOf = (file: string) => {
    const picture = taken.of(written, file) ?? 'its author is not known'
    if (typeof picture === 'string') {
      faults.add(`${file} ${picture}`)
      return undefined
    }
    pictures.set(picture.id, picture)
    return picture.id
  }
  const idOf: FindId = (kind, oldId) => references.id(kind, oldId)
  const { source, pending } = resolve(converted!.pieces, idOf, site, pictureOf)
  return {
    source: withVotes(source === '' ? EMPTY : source, votesIn(line, reaction)),
    pending,
    pictures,
    faults,
  }
}

interface Votes {
  /** Those that are counted as reactions. */
  reactions: number
  /** Those that are text. */
  up: number
  down: number
}

/** What becomes of a post's votes: those for it are reactions, where there are any. */
function votesIn(line: WithBody<'post' | 'edit'>['line'], reaction: string | undefined): Votes {
  const { up, down } = (line.type === 'post' && line.votes) || { up: 0, down: 0 }
  return reaction === undefined ? { reactions: 0, up, down } : { reactions: up, up: 0, down }
}

function withVotes(source: string, { up, down }: Votes): string {
  const told = [up > 0 && `${up} for`, down > 0 && `${down} against`].filter(Boolean).join(', ')
  return told === '' ? source : `${source}\n\n_Votes: ${told}_`
}

/** Renders a batch's bodies, and rejects what cannot be stored. */
export async function acceptAll<Name extends 'post' | 'edit'>(
  context: ImportContext,
  written: readonly WithBody<Name>[],
  references: References,
  referred: Referred,
  report: Report,
): Promise<Accepted<Name>[]> {
  const accepted: Accepted<Name>[] = []
  for (const [index, one] of written.entries()) {
    if (index % BODIES_A_TURN === BODIES_A_TURN - 1) await nextTurn()
    const taken = accept(context, one, references, referred, report)
    if (taken) accepted.push(taken)
  }
  return accepted
}

function accept<Name extends 'post' | 'edit'>(
  context: ImportContext,
  one: WithBody<Name>,
  references: References,
  { nameOf, pictures: taken }: Referred,
  report: Report,
): Accepted<Name> | undefined {
  const { number, line, converted } = one
  const authorId = references.author(line.author)
  if (converted === null) return { authorId, body: null, pending: [], ...one }
  const { source, pending, pictures, faults } = resolveBody(one, context, references, taken)
  const grammar = { ...grammarOf(line.author_role ?? null, context.icons), pictures }
  let body = renderSource(source, grammar, nameOf)
  const written = typeof body === 'string' ? withoutRefusedBlocks(source, grammar) : undefined
  if (written !== undefined) {
    report.note(number, 'blocks that its author could not write are text')
    body = renderSource(written, grammar, nameOf)
  }
  if (typeof body === 'string') {
    report.note(number, `${body}: its plain text was taken`)
    body = renderSource(plainSource(source, grammar, nameOf) || EMPTY, grammar, nameOf)
  }
  if (typeof body === 'string') {
    report.reject(number, body)
    return undefined
  }
  report.noteAll(number, 'its body was taken without', converted.losses)
  report.noteAll(number, 'uploads that stay links:', [...faults])
  report.pictures += pictures.size
  report.images += converted.images - pictures.size
  const votes = votesIn(line, context.reaction)
  report.reactions += votes.reactions
  report.votes += votes.up + votes.down
  return { authorId, body, pending, ...one }
}

/** The members whom bodies mention, by their ids here. */
export function mentionedBy(written: readonly WithBody<'post' | 'edit'>[], references: References): string[] {
  const ids = new Set<string>()
  for (const { converted } of written) {
    for (const piece of converted?.pieces ?? []) {
      if (typeof piece !== 'string') {
        const id = piece.kind === 'user' ? references.id('user', piece.oldId) : undefined
        if (id !== undefined) ids.add(id)
      } else if (piece.includes('@{'))
        for (const id of mentionedIn(piece)) ids.add(references.id('user', id) ?? id)
    }
  }
  return [...ids]
}
