import { type Static, Type } from 'typebox'
import { Timestamp, Uuid } from './types.ts'

/**
 * The protocol between the forum's import command and that of the media service, which alone handles pictures: one request
 * per line, one line in response, in order.
 */

export const UploadToImport = Type.Object({
  /** Its path within the folder of uploads, as an address of the old forum has it. */
  file: Type.String({ maxLength: 2_048 }),
  owner: Type.Object({ id: Uuid, display_name: Type.String(), created_at: Timestamp }),
})
export type UploadToImport = Static<typeof UploadToImport>

/** A picture of that owner; the same for the same bytes, however often they are asked for. */
export const ImportedPicture = Type.Object({ id: Uuid, width: Type.Integer(), height: Type.Integer() })
export type ImportedPicture = Static<typeof ImportedPicture>

/** Or why it is none, for people: `is no picture`. */
export const ImportedUpload = Type.Union([
  Type.Object({ picture: ImportedPicture }),
  Type.Object({ fault: Type.String() }),
])
export type ImportedUpload = Static<typeof ImportedUpload>

/** The most uploads in one request. */
export const MAX_UPLOADS = 100

/** Each request by its name, with what it carries and what it is answered. */
export const pictureRequests = {
  importPictures: {
    body: Type.Object({ uploads: Type.Array(UploadToImport, { maxItems: MAX_UPLOADS }) }),
    /** In the order of the request. */
    answer: Type.Object({ uploads: Type.Array(ImportedUpload) }),
  },
} as const
export type PictureRequests = typeof pictureRequests
