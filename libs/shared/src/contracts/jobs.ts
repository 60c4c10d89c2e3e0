import { type Static, Type } from 'typebox'
import { described, nullable, ShortUser, Timestamp, Uuid } from './types.ts'

const TaskKind = Type.String({ pattern: '^[A-Z][A-Za-z0-9]{0,31}$', description: 'What it does.' })

export const taskHead = {
  id: described(Uuid, 'The task’s id.'),
  revision: Type.Integer({ description: 'Counts every update of the task.' }),
  polled_at: nullable(Timestamp, 'When a worker last picked it up.'),
  status: Type.Enum(['Available', 'Blocked', 'Complete'], {
    description: 'Blocked: waits for its next attempt.',
  }),
  starvation: Type.Integer({ description: 'Whole seconds that the task has been waiting for a worker.' }),
  kind: TaskKind,
  kind_version: Type.Integer({ description: 'Version of the state’s layout.' }),
}

const TaskHead = Type.Object(taskHead)
export type TaskHead = Static<typeof TaskHead>

export const Job = Type.Object({
  id: described(Uuid, 'The job’s id.'),
  created_at: described(Timestamp, 'When it was made.'),
  created_by: nullable(ShortUser, 'Who made it; null if a service did.'),
  task: described(TaskHead, 'The root task.'),
})
export type Job = Static<typeof Job>

/** Gathers what is held of a member. State: `{export}`, its id. */
export const EXPORT_KIND = { name: 'ExportMember', version: 1 } as const
