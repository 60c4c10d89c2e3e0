import type { Rejection } from '@agora/shared/lines/rejects'
import type { LineType } from '../format/lines.ts'

/** Something that was imported with an adjustment. */
export interface Note {
  line: number
  note: string
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

  add(other: Report): void {
    for (const [type, count] of other.taken) this.take(type, count)
    for (const [type, count] of other.present) this.pass(type, count)
    this.images += other.images
    this.pictures += other.pictures
    this.reactions += other.reactions
    this.votes += other.votes
  }
}
