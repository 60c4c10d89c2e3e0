import { listing } from '@agora/shared/contracts/pagination'
import { described, nullable, ShortUser, Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const taskHead = {
  id: described(Uuid, 'The task’s id.'),
  revision: Type.Integer({ description: 'Counts every update of the task.' }),
  polled_at: nullable(Timestamp, 'When a worker picked it up last.'),
  status: Type.Enum(['Available', 'Blocked', 'Complete'], {
    description: 'Blocked: waits for the time of its next attempt.',
  }),
  starvation: Type.Integer({ description: 'Whole seconds that the task has been waiting for a worker.' }),
  kind: Type.String({ pattern: '^[A-Z][A-Za-z0-9]{0,31}$', description: 'What it does.' }),
  kind_version: Type.Integer({ description: 'Version of the state’s layout.' }),
}

const TaskHead = Type.Object(taskHead)
export type TaskHead = Static<typeof TaskHead>

/** The single-task view. State and output belong to the kind. */
export const Task = Type.Object({
  ...taskHead,
  state: Type.Unknown({ description: 'What the kind works with, any JSON.' }),
  output: Type.Unknown({ description: 'Null until the task completes.' }),
})
export type Task = Static<typeof Task>

export const Job = Type.Object({
  id: described(Uuid, 'The job’s id.'),
  created_at: described(Timestamp, 'When it was made.'),
  created_by: nullable(ShortUser, 'Who made it; null where a service did.'),
  task: described(TaskHead, 'The root task.'),
})
export type Job = Static<typeof Job>

export const JobListing = listing(Job)

export const JobParams = Type.Object({ job_id: Type.String({ description: 'Id of the job.' }) })
export const TaskParams = Type.Object({ task_id: Type.String({ description: 'Id of the task.' }) })

export const NewJob = Type.Object(
  {
    kind: Type.String({ description: 'Task kind of the root task.' }),
    state: Type.Unknown({ description: 'Initial state of the root task, any JSON.' }),
  },
  { examples: [{ kind: 'SomeKind', state: {} }] },
)
export type NewJob = Static<typeof NewJob>
