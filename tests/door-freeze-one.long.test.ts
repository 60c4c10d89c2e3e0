import { services } from '@agora/shared/contracts/services'
import { HALF_A_MINUTE_MS, stores, whatFreezesIsNotWaitedFor } from './support/freeze-guarantees.ts'

// A frozen gateway cannot answer by itself: whatever balances the load in front of it reports it.
const behind = services.filter((service) => service !== 'gateway')

whatFreezesIsNotWaitedFor(1, HALF_A_MINUTE_MS, [...stores, ...behind])
