import type { Context } from '../../../context.ts'
import { requireGroupKey } from '../authority.ts'
import type { Group, GroupInput } from '../schemas.ts'
import { writeGroup } from '../store.ts'
import { viewGroup } from '../views.ts'

/** @throws ApiError groupNotFound for what is no key */
export async function putGroup({ db }: Context, key: string, input: GroupInput): Promise<Group> {
  return viewGroup(await writeGroup(db, requireGroupKey(key), input.display_name))
}
