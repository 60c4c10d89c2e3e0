import { services } from '@agora/shared/contracts/services'
import { HALF_A_MINUTE_MS, stores, whatFreezesIsNotWaitedFor } from './support/freeze-guarantees.ts'

whatFreezesIsNotWaitedFor(2, HALF_A_MINUTE_MS, [...stores, ...services])
