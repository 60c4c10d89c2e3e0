import { described, nullable, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const Queue = Type.Object({
  name: Type.String({ description: 'outbox, reports, deliveries, dead letters or mail' }),
  length: Type.Number({ description: 'The number waiting. Some queues are counted only up to 10,000.' }),
  oldest_seconds: nullable(Type.Number(), 'How long the oldest has waited.'),
})

const Numbers = Type.Object(
  {
    version: nullable(Type.String(), 'The version that runs.'),
    started_at: described(Timestamp, 'When the process started.'),
    requests: Type.Number({ description: 'Requests answered since the start.' }),
    failures: Type.Number({ description: 'Those answered with a 5xx that no route documents.' }),
    latency: Type.Array(
      Type.Object({
        up_to_seconds: nullable(Type.Number(), 'The bound.'),
        count: Type.Number({ description: 'Answers within the bound.' }),
      }),
      {
        description: 'Cumulative counts since the start; the last entry’s bound is null and counts all.',
      },
    ),
    event_loop: nullable(Type.Number(), 'The recently busy share of its time, 0 to 1.'),
    memory_bytes: nullable(Type.Number(), 'Resident memory.'),
    queues: Type.Array(Queue, { description: 'Its queues.' }),
  },
  { description: 'Counters begin again at 0 with each process: compare those of one address and start.' },
)
export type Numbers = Static<typeof Numbers>

const Replica = Type.Object({
  address: Type.String({ description: 'Where it listens.' }),
  state: Type.Enum(['ready', 'not ready', 'unreachable'], { description: 'Whether it accepts requests.' }),
  failing: Type.Array(Type.String(), { description: 'What it waits for while it is not ready.' }),
  numbers: nullable(Numbers, 'Null if it did not answer.'),
})
export type Replica = Static<typeof Replica>

const Service = Type.Object({
  name: Type.String({ description: 'Name of the service.' }),
  replicas: Type.Array(Replica, { description: 'Empty if the service is not deployed.' }),
})

const FiringAlert = Type.Object({
  name: Type.String({ description: 'Name of the alert.' }),
  severity: Type.String({ description: 'page: wakes somebody; ticket: can wait until morning.' }),
  summary: Type.String({ description: 'What is wrong.' }),
  since: described(Timestamp, 'When its condition became true.'),
  runbook: Type.String({ description: 'Address of its runbook.' }),
})
export type FiringAlert = Static<typeof FiringAlert>

const LastBackup = Type.Object({
  made_at: described(Timestamp, 'The moment that it captured.'),
  place: Type.String({ description: 'Where it is stored.' }),
})

export const ServiceNumbers = Type.Object({
  time: described(Timestamp, 'When they were read.'),
  services: Type.Array(Service, { description: 'Every service of the suite.' }),
  last_backup: nullable(LastBackup, 'The newest complete backup; null if there is none.'),
  alerts: nullable(
    Type.Array(FiringAlert),
    'The firing alerts; null if Prometheus is not configured or does not answer.',
  ),
})
export type ServiceNumbers = Static<typeof ServiceNumbers>
