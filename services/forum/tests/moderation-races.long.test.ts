import { vi } from 'vitest'
import { moderationRaces } from './helpers/moderation-races.ts'

vi.setConfig({ testTimeout: 900_000 })
moderationRaces(50)
