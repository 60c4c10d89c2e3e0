import { unfollowed } from '@agora/testing/followers'
import { expect } from 'vitest'
import type { Forum } from './forum.ts'

const WAITING = `
  SELECT FROM search_due_thread UNION ALL SELECT FROM follower_rebuild WHERE follower = 'search' UNION ALL (${unfollowed('search')})`

/** Waits until the index has everything that was written; the guarantee is five seconds. */
export const expectIndexed = (forum: Forum, timeout = 5_000) =>
  expect.poll(() => forum.rows(WAITING), { timeout, interval: 50 }).toEqual([])
