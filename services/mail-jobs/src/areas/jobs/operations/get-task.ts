import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import type { Task } from '../schemas.ts'
import { findTask } from '../store.ts'
import { taskView } from '../views.ts'

/** @throws ApiError `notFound`, which the route masks. */
export async function getTask({ db }: Context, taskId: string): Promise<Task> {
  const id = parseUuid(taskId)
  const task = id === undefined ? undefined : await findTask(db, id)
  if (!task) throw new ApiError(common.notFound)
  return taskView(task)
}
