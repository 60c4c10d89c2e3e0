import { nullable, Timestamp } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const Queue = Type.Object({
  name: Type.String({ description: 'outbox, reports, deliveries or mail' }),
  length: Type.Number({ description: 'What waits. Some queues are counted up to 10,000 only.' }),
  oldest_seconds: nullable(Type.Number({ description: 'How long the first of them has waited.' })),
})

const Numbers = Type.Object(
  {
    version: nullable(Type.String()),
    started_at: Timestamp,
    requests: Type.Number({ description: 'Answered since the start.' }),
    failures: Type.Number({ description: 'Of these, with a 5xx that no route prescribes.' }),
    latency: Type.Array(Type.Object({ up_to_seconds: nullable(Type.Number()), count: Type.Number() }), {
      description:
        'Answers since the start that took no longer than the bound; the bound of the last entry is null: all.',
    }),
    event_loop: nullable(Type.Number({ description: 'Share of time in which it was busy of late, 0 to 1.' })),
    memory_bytes: nullable(Type.Number({ description: 'Resident.' })),
    queues: Type.Array(Queue),
  },
  { description: 'Counters begin again at 0 with each process: compare those of one address and start.' },
)
export type Numbers = Static<typeof Numbers>

const Replica = Type.Object({
  address: Type.String(),
  state: Type.Union([Type.Literal('ready'), Type.Literal('not ready'), Type.Literal('unreachable')]),
  failing: Type.Array(Type.String(), { description: 'What it waits for while it is not ready.' }),
  numbers: nullable(Numbers),
})
export type Replica = Static<typeof Replica>

const Service = Type.Object({
  name: Type.String(),
  replicas: Type.Array(Replica, { description: 'Empty where the service is not deployed.' }),
})

export const ServiceNumbers = Type.Object({
  time: Timestamp,
  services: Type.Array(Service),
})
export type ServiceNumbers = Static<typeof ServiceNumbers>
