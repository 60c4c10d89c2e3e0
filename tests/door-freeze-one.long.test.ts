import { services } from '@agora/shared/contracts/services'
import { HALF_A_MINUTE_MS, stores, whatFreezesIsNotWaitedFor } from './support/freeze-guarantees.ts'

// A gateway that stands still alone is a door that is shut: what asks it is told so by whatever stands before it.
const behind = services.filter((service) => service !== 'gateway')

whatFreezesIsNotWaitedFor(1, HALF_A_MINUTE_MS, [...stores, ...behind])
