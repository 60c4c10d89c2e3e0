import type { Kind } from '@agora/moving/format/lines'
import type { Queries } from '@agora/shared/database/sql'
import { type Imported, readImported } from './store-imported.ts'

type Known = Pick<Imported, 'id' | 'wasHere'>

/** The new ids of what a batch refers to. */
export class References {
  readonly #wanted = new Map<string, { kind: Kind; oldId: string }>()
  readonly #known = new Map<string, Known>()
  /** Who stands in for authors that are unknown. */
  standIn = ''

  want(kind: Kind, oldId: string | null | undefined): void {
    if (oldId !== null && oldId !== undefined) this.#wanted.set(keyOf(kind, oldId), { kind, oldId })
  }

  /** Those that the batch before it has are taken from there: they may not be stored yet. */
  async load(db: Queries, source: string, before?: References): Promise<void> {
    const unknown: { kind: Kind; oldId: string }[] = []
    for (const [key, one] of this.#wanted) {
      const known = before?.get(one.kind, one.oldId)
      if (known) this.#known.set(key, known)
      else unknown.push(one)
    }
    for (const one of await readImported(db, source, unknown)) this.set(one)
  }

  set({ kind, oldId, id, wasHere }: Imported): void {
    this.#known.set(keyOf(kind, oldId), { id, wasHere })
  }

  forget(kind: Kind, oldId: string): void {
    this.#known.delete(keyOf(kind, oldId))
  }

  get(kind: Kind, oldId: string): Known | undefined {
    return this.#known.get(keyOf(kind, oldId))
  }

  /** Who wrote it: whoever stands in, if that is unknown. */
  author(oldId: string | null | undefined): string {
    return this.id('user', oldId) ?? this.standIn
  }

  id(kind: Kind, oldId: string | null | undefined): string | undefined {
    return oldId === null || oldId === undefined ? undefined : this.get(kind, oldId)?.id
  }
}

const keyOf = (kind: Kind, oldId: string) => `${kind} ${oldId}`
