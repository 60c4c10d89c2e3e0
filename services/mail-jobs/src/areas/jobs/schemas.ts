import { listing } from '@agora/shared/contracts/pagination'
import { nullable, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const taskHead = {
  id: Uuid,
  revision: Type.Integer({ description: 'Counts every update of the task.' }),
  polled_at: nullable(Timestamp),
  status: Type.Enum(['Available', 'Blocked', 'Complete'], {
    description: 'Blocked: waits for the time of its next attempt.',
  }),
  starvation: Type.Integer({ description: 'Whole seconds that the task has been waiting for a worker.' }),
  kind: Type.String({ pattern: '^[A-Z][A-Za-z0-9]{0,31}$' }),
  kind_version: Type.Integer({ description: 'Version of the state’s layout.' }),
}

const TaskHead = Type.Object(taskHead)
export type TaskHead = Static<typeof TaskHead>

/** The single-task view. State and output belong to the kind. */
export const Task = Type.Object({
  ...taskHead,
  state: Type.Unknown(),
  output: Type.Unknown({ description: 'Null until the task completes.' }),
})
export type Task = Static<typeof Task>

export const Job = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  created_by: nullable(ShortUser),
  task: TaskHead,
})
export type Job = Static<typeof Job>

export const JobListing = listing(Job)

export const JobParams = Type.Object({ job_id: Type.String() })
export const TaskParams = Type.Object({ task_id: Type.String() })

export const NewJob = Type.Object({
  kind: Type.String({ description: 'Task kind of the root task.' }),
  state: Type.Unknown({ description: 'Initial state of the root task, any JSON.' }),
})
export type NewJob = Static<typeof NewJob>
