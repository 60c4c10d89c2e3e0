import { whatFreezesIsNotWaitedFor } from './support/freeze-guarantees.ts'

whatFreezesIsNotWaitedFor(2, 4_000, ['forum', 'postgres', 'redis'])
