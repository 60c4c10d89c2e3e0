import { expect, it } from 'vitest'
import { killsLoseNothing } from './helpers/followers-killed.ts'
import { Forum } from './helpers/forum.ts'

it('sixty kills under load lose no change, and none is followed twice', { timeout: 900_000 }, async () => {
  const forum = await Forum.start(2)
  try {
    expect(await killsLoseNothing(forum, 60)).toBeGreaterThan(1_000)
  } finally {
    await forum.close()
  }
})
