import type { Readable } from 'node:stream'

/** What says whose the files are, beside them. */
export const OWNER_NAME = 'agora-database'

/** A file of a picture, opened for one reader. */
export interface StoredFile {
  /** From where it was opened to its end. */
  readonly bytes: number
  /** Streams it; undisturbed by a deletion that comes later. */
  read(): Readable
  /** Closes it unread. */
  close(): Promise<void>
}

export interface StoredIds {
  readonly ids: readonly string[]
  /** Where the next ones are; undefined after the last. */
  readonly next: string | undefined
}

/** Where pictures are kept, under their ids; shared by all processes of the service. */
export interface Storage {
  /** Keeps files that this process has written, by their names; they are safe once it resolves. Overwrites. */
  put(id: string, files: Readonly<Record<string, string>>): Promise<void>
  /** Undefined if there is no such file; `from` is one of its bytes, the first one if it is left out. */
  open(id: string, name: string, from?: number): Promise<StoredFile | undefined>
  /** Some of the ids that something is kept under, of what comes after a place that an earlier answer has named. */
  list(after: string | undefined): Promise<StoredIds>
  /** Deletes all that is kept under this id, at once; harmless to repeat. */
  remove(id: string): Promise<void>
  /** The id of the database that the files are of; undefined while nobody has said so. */
  owner(): Promise<string | undefined>
  /** Says whose the files are, in place of what was said before; where nothing was, the first of several is heard. */
  setOwner(id: string, before: string | undefined): Promise<void>
  /** Rejects while it cannot be used. */
  check(): Promise<void>
}
