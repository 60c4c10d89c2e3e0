import type { Caller } from '@agora/shared/contracts/principal'
import type { Context } from '../../../context.ts'
import { accessAvatarToChange } from '../authority.ts'

/**
 * Shows a member by a drawn avatar again; harmless to repeat. The picture stays.
 *
 * @throws ApiError forbidden or userNotFound
 */
export async function deleteAvatar(
  context: Context,
  principal: Caller,
  ref: string,
): Promise<Record<string, never>> {
  await context.avatars.clear(await accessAvatarToChange(context, principal, ref))
  return {}
}
