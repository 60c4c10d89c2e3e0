import type { Dialect } from '@agora/moving/bodies/pieces'
import type { Database } from '@agora/shared/database/database'
import type { Accounts, Pictures } from '../companion.ts'

/** What an import works with. */
export interface ImportContext {
  readonly db: Database
  readonly accounts: Accounts
  /** Undefined where uploads are not imported. */
  readonly pictures: Pictures | undefined
  /** The account that stands in where the author is unknown. */
  readonly administrator: string
  /** The name of the import. */
  readonly source: string
  readonly dialect: Dialect
  /** The address of this site, for links within it. */
  readonly site: string
  readonly icons: readonly string[]
  /** What votes for a post are here; undefined where there are no reactions. */
  readonly reaction: string | undefined
}
