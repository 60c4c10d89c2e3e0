import type { LineType } from '@agora/moving/format/lines'
import type { Rejection } from '@agora/shared/lines/rejects'

/** Something that was imported with an adjustment. */
export interface Note {
  line: number
  note: string
  /** All of what the note names, where that is too much for a sentence. */
  all?: readonly string[]
}

/** How many things a note names, and how many characters of each. */
const MAX_TOLD = 5
const LONGEST_TOLD = 200

const cut = (what: string): string => {
  const characters = [...what.slice(0, 2 * LONGEST_TOLD + 2)]
  return characters.length > LONGEST_TOLD ? `${characters.slice(0, LONGEST_TOLD).join('')}…` : what
}

/** The report of one batch. */
export class Report {
  readonly taken = new Map<LineType, number>()
  readonly present = new Map<LineType, number>()
  readonly rejections: Rejection[] = []
  readonly notes: Note[] = []
  images = 0
  pictures = 0
  /** Votes that are counted as reactions, and those that are text. */
  reactions = 0
  votes = 0

  take(type: LineType, count = 1): void {
    this.taken.set(type, (this.taken.get(type) ?? 0) + count)
  }

  pass(type: LineType, count = 1): void {
    this.present.set(type, (this.present.get(type) ?? 0) + count)
  }

  /** How many lines described something that already existed. */
  get passed(): number {
    return [...this.present.values()].reduce((sum, count) => sum + count, 0)
  }

  reject(line: number, reason: string): void {
    this.rejections.push({ line, reason })
  }

  note(line: number, note: string): void {
    this.notes.push({ line, note })
  }

  /** Notes each of several things, if there are any. */
  noteAll(line: number, what: string, all: readonly string[]): void {
    if (all.length === 0) return
    const told = all.map(cut)
    const note = `${what} ${told.slice(0, MAX_TOLD).join('; ')}`
    const more = told.length - MAX_TOLD
    if (more > 0) this.notes.push({ line, note: `${note}; and ${more} more`, all: told })
    else this.note(line, note)
  }

  add(other: Report): void {
    for (const [type, count] of other.taken) this.take(type, count)
    for (const [type, count] of other.present) this.pass(type, count)
    this.images += other.images
    this.pictures += other.pictures
    this.reactions += other.reactions
    this.votes += other.votes
  }
}
