import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { fileOf, iconFileOf, iconSizes, variants } from '../../../conversion/task.ts'
import { errors } from '../../../errors.ts'
import type { StoredFile } from '../../../storage/storage.ts'
import type { VariantPath } from '../schemas.ts'

const files = new Map<string, { name: string; type: string }>([
  ...variants.map((variant) => [variant, { name: fileOf(variant), type: 'image/webp' }] as const),
  ...iconSizes.map((size) => [`icon-${size}`, { name: iconFileOf(size), type: 'image/png' }] as const),
])

/**
 * A picture for anybody. It is as gone as its file: nothing but that is asked.
 *
 * @throws ApiError mediaNotFound; unavailable while the storage does not answer.
 */
export async function getMedia(
  { storage }: Context,
  path: VariantPath,
): Promise<{ file: StoredFile; type: string }> {
  const id = parseUuid(path.id)
  const wanted = files.get(path.variant)
  const file = id && wanted ? await storage.open(id, wanted.name) : undefined
  if (!wanted || !file) throw new ApiError(errors.mediaNotFound)
  return { file, type: wanted.type }
}
