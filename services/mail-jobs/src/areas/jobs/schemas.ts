import { Job, taskHead } from '@agora/shared/contracts/jobs'
import { listing } from '@agora/shared/contracts/pagination'
import { type Static, Type } from 'typebox'

/** The single-task view. State and output depend on the kind. */
export const Task = Type.Object({
  ...taskHead,
  state: Type.Unknown({ description: 'The input of this kind, any JSON.' }),
  output: Type.Unknown({ description: 'Null until the task completes.' }),
})
export type Task = Static<typeof Task>

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
