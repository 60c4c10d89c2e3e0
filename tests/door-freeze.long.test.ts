import { services } from '@agora/shared/contracts/services'
import { whatFreezesIsNotWaitedFor } from './support/freeze-guarantees.ts'

const HALF_A_MINUTE_MS = 30_000
const stores = ['postgres', 'redis', 'nats'] as const
// A gateway that stands still alone is a door that is shut: what asks it is told so by whatever stands before it.
const behind = services.filter((service) => service !== 'gateway')

whatFreezesIsNotWaitedFor(1, HALF_A_MINUTE_MS, [...stores, ...behind])
whatFreezesIsNotWaitedFor(2, HALF_A_MINUTE_MS, [...stores, ...services])
