import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { SectionOrder } from '../schemas.ts'
import { writeOrder } from '../store-closing.ts'
import { lockTree } from '../store-tree.ts'

/**
 * Gives sections the order of their keys; others keep their places.
 *
 * @throws ApiError sectionNotFound
 */
export async function orderSections({ db }: Context, { keys }: SectionOrder): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTree(tx)
    if ((await writeOrder(tx, keys)) < keys.length) throw new ApiError(errors.sectionNotFound)
  })
}
