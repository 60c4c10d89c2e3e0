import { OLD_ID } from '@agora/shared/contracts/ids'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessImported } from '../authority.ts'
import { type Imported, type ImportedParams, importedKinds } from '../schemas.ts'
import { findImported } from '../store.ts'

const oldIds = new RegExp(OLD_ID)

/** @throws ApiError importedNotFound, 503 if the gateway had to be asked and did not answer */
export async function getImported(
  context: Context,
  principal: Caller,
  { source, kind: word, old_id: oldId }: ImportedParams,
): Promise<Imported> {
  const kind = importedKinds.find((known) => known === word)
  if (!kind || !oldIds.test(source) || !oldIds.test(oldId)) throw new ApiError(errors.importedNotFound)
  const id = await findImported(context.db, { source, kind, oldId })
  if (id === undefined) throw new ApiError(errors.importedNotFound)
  const found = await accessImported(context, principal, kind, id).catch((error) => {
    if (error instanceof ApiError && error.definition.status === 404)
      throw new ApiError(errors.importedNotFound, { cause: error })
    throw error
  })
  const nothing = { user: null, section: null, thread: null, post: null, offset: null }
  return { type: 'ForumImported', source, kind, old_id: oldId, ...nothing, ...found }
}
