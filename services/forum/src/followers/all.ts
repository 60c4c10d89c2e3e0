import type { Logger } from 'pino'
import { createPostgresEngine } from '../areas/search/postgres/engine.ts'
import type { Follower } from './follower.ts'
import { notificationsFollower } from './notifications.ts'
import { picturesFollower } from './pictures.ts'
import { searchFollower } from './search.ts'

/** Everything that follows from changes to content. */
export const allFollowers = (logger: Logger): Follower[] => [
  searchFollower((tx) => createPostgresEngine(tx, logger)),
  notificationsFollower,
  picturesFollower,
]
