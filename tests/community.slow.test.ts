import { services } from '@agora/shared/contracts/services'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { communityConfig, fillCommunity } from '../scripts/lib/community.mjs'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({ services, config: communityConfig })
})
afterAll(() => suite?.close())

it('the pages that the README shows are there, with what it shows of them', async () => {
  const pages = await fillCommunity(suite)
  for (const { as, path, shows } of Object.values(pages)) {
    const answer = await fetch(`${suite.url}${path}`, { headers: { cookie: as.headers.cookie ?? '' } })
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).toMatch(new RegExp(`(?:class="(?:[^"]* )?|id=")${shows.slice(1)}[" ]`))
  }
})
