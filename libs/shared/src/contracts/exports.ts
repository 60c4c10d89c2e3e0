import { type Static, Type } from 'typebox'
import { nullable, Uuid } from './types.ts'

/**
 * A service's `POST /internal/exports`, for the mail-jobs service only: what it holds of a member, page by page. `cursor` is null
 * for the first page, then what the page before said.
 */
export const ExportRequest = Type.Object({ user: Uuid, cursor: nullable(Type.String({ maxLength: 128 })) })
export type ExportRequest = Static<typeof ExportRequest>

export const ExportPage = Type.Object({
  /** The kind of data in these lines, which go into one file. Pages of one file follow each other. */
  file: Type.String({ pattern: '^[a-z_]+$' }),
  lines: Type.Array(Type.Unknown()),
  /** The next bytes of a file that is not of lines, in Base64. Pages of one such file follow each other. */
  piece: Type.Optional(Type.Object({ name: Type.String({ pattern: '^[\\w/.-]+$' }), bytes: Type.String() })),
  /** Null: that was all. */
  next: nullable(Type.String({ maxLength: 128 })),
})
export type ExportPage = Static<typeof ExportPage>
