import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { fileOf, variants } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
import type { StoredFile } from '../../../storage/storage.ts'
import type { VariantPath } from '../schemas.ts'

/**
 * A picture for anybody. It is as gone as its file: nothing but that is asked.
 *
 * @throws ApiError mediaNotFound; unavailable while the storage does not answer.
 */
export async function getMedia({ storage }: Context, path: VariantPath): Promise<StoredFile> {
  const id = parseUuid(path.id)
  const variant = variants.find((one) => one === path.variant)
  const file = id && variant ? await storage.open(id, fileOf(variant)) : undefined
  if (!file) throw new ApiError(errors.mediaNotFound)
  return file
}
