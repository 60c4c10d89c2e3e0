import type { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { query } from '../query.ts'
import { signedIn } from './client.ts'

/** A page of this origin may call the API. */
export const ORIGIN = 'https://page.example'

/** A site with two gateways, and a member with addresses who is signed in in a browser. */
export interface World {
  suite: Suite
  alice: Member
  browser: Browser
}

export async function fill(world: World): Promise<void> {
  world.suite = await sharedSite()
  world.alice = await world.suite.member('alice')
  world.browser = await signedIn(world.suite.url, world.alice.username, world.alice.password)
  const address = (address: string, rank: number, ended: string | null) =>
    query(
      world.suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name, rank, ended_at)
       VALUES (uuidv7(), '${world.alice.id}', 'Email', lower('${address}'), '${address}', ${rank}, ${ended})`,
    )
  await address('former@alice.example', 0, 'now()')
  await address('second@alice.example', 2, null)
  await address('First@alice.example', 1, null)
}
