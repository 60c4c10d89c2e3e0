import { moderationRaces } from './helpers/moderation-races.ts'

moderationRaces(2)
