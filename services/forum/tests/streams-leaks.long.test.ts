import { vi } from 'vitest'
import { streamsLeakNothing } from './helpers/streams-leaks.ts'

vi.setConfig({ testTimeout: 600_000 })
streamsLeakNothing(10)
