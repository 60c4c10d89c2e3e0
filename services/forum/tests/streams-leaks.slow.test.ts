import { streamsLeakNothing } from './helpers/streams-leaks.ts'

streamsLeakNothing(1)
