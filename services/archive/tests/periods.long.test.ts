import { vi } from 'vitest'
import { periodsHold, startArchive } from './support/periods.ts'

vi.setConfig({ testTimeout: 600_000 })
startArchive()
periodsHold(60)
