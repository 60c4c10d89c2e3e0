import { described, nullable, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const Queue = Type.Object({
  name: Type.String({ description: 'outbox, reports, deliveries, dead letters or mail' }),
  length: Type.Number({ description: 'What waits. Some queues are counted up to 10,000 only.' }),
  oldest_seconds: nullable(Type.Number(), 'How long the first of them has waited.'),
})

const Numbers = Type.Object(
  {
    version: nullable(Type.String(), 'The version that runs.'),
    started_at: described(Timestamp, 'When the process started.'),
    requests: Type.Number({ description: 'Answered since the start.' }),
    failures: Type.Number({ description: 'Of these, with a 5xx that no route prescribes.' }),
    latency: Type.Array(
      Type.Object({
        up_to_seconds: nullable(Type.Number(), 'The bound.'),
        count: Type.Number({ description: 'Answers within the bound.' }),
      }),
      {
        description:
          'Answers since the start that took no longer than the bound; the bound of the last entry is null: all.',
      },
    ),
    event_loop: nullable(Type.Number(), 'Share of time in which it was busy of late, 0 to 1.'),
    memory_bytes: nullable(Type.Number(), 'Resident memory.'),
    queues: Type.Array(Queue, { description: 'What waits for its turn.' }),
  },
  { description: 'Counters begin again at 0 with each process: compare those of one address and start.' },
)
export type Numbers = Static<typeof Numbers>

const Replica = Type.Object({
  address: Type.String({ description: 'Where it listens.' }),
  state: Type.Enum(['ready', 'not ready', 'unreachable'], { description: 'Whether it takes requests.' }),
  failing: Type.Array(Type.String(), { description: 'What it waits for while it is not ready.' }),
  numbers: nullable(Numbers, 'Null where it could not be asked.'),
})
export type Replica = Static<typeof Replica>

const Service = Type.Object({
  name: Type.String({ description: 'Name of the service.' }),
  replicas: Type.Array(Replica, { description: 'Empty where the service is not deployed.' }),
})

const FiringAlert = Type.Object({
  name: Type.String({ description: 'Name of the alert.' }),
  severity: Type.String({ description: 'page: it wakes somebody; ticket: it waits for the morning.' }),
  summary: Type.String({ description: 'What is wrong.' }),
  since: described(Timestamp, 'When its condition began to hold.'),
  runbook: Type.String({ description: 'Address of what to do about it.' }),
})
export type FiringAlert = Static<typeof FiringAlert>

const LastBackup = Type.Object({
  made_at: described(Timestamp, 'The moment that it holds.'),
  place: Type.String({ description: 'Where it was written to.' }),
})

export const ServiceNumbers = Type.Object({
  time: described(Timestamp, 'When they were asked.'),
  services: Type.Array(Service, { description: 'Every service of the suite.' }),
  last_backup: nullable(LastBackup, 'The newest complete backup; null where there is none.'),
  alerts: nullable(
    Type.Array(FiringAlert),
    'The alerts that fire; null where no Prometheus is named, or it does not answer.',
  ),
})
export type ServiceNumbers = Static<typeof ServiceNumbers>
