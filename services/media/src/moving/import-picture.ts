import { writeFile } from 'node:fs/promises'
import type { ImportedUpload, UploadToImport } from '@agora/shared/contracts/moving-pictures'
import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { storeAnsweredUsers } from '@agora/shared/users/known-users'
import { errors } from '../errors.ts'
import { makePicture, type Workshop } from '../uploads/make-picture.ts'
import { findImported, noteImported } from './store.ts'
import { readUpload } from './uploads.ts'

export interface ImportContext extends Workshop {
  readonly db: Queries
  /** The folder of uploads, without links. */
  readonly uploads: string
}

/** Why a file becomes no picture, for people. */
const faults = new Map<unknown, string>([
  [errors.unsupportedImage, 'is no picture'],
  [errors.invalidImage, 'is no sound picture, or too large to decode'],
  [common.unauthenticated, 'is of an erased member'],
])

/**
 * Makes a picture of a file of the old forum's uploads, or finds the one that was made of the same bytes for the same owner.
 *
 * @throws Error if it cannot be said whether it is one.
 */
export async function importPicture(
  context: ImportContext,
  { file, owner }: UploadToImport,
): Promise<ImportedUpload> {
  const { db } = context
  const upload = await readUpload(context.uploads, file)
  if ('fault' in upload) return upload
  const { bytes, digest } = upload
  const before = await findImported(db, owner.id, digest)
  if (before === 'deleted') return { fault: 'was deleted since an earlier import' }
  if (before) return { picture: before }
  await storeAnsweredUsers(db, [
    { id: owner.id, displayName: owner.display_name, createdAt: new Date(owner.created_at) },
  ])
  try {
    const { id, width, height } = await makePicture(context, {
      ownerId: owner.id,
      quota: undefined,
      receive: (target) => writeFile(target, bytes, { flag: 'wx', mode: 0o600 }),
      isWanted: () => true,
      alongside: (tx, id) => noteImported(tx, { id, ownerId: owner.id, digest }),
    })
    return { picture: { id, width, height } }
  } catch (error) {
    const fault = error instanceof ApiError ? faults.get(error.definition) : undefined
    if (fault === undefined) throw error
    return { fault }
  }
}
