import type { Adapter } from 'oidc-provider'

/** What the library never calls with the enabled features. */
const unused = (what: string) => async (): Promise<never> => {
  throw new Error(`the OAuth storage has no ${what}`)
}

/** A storage without rows. The others are made from it, and replace what they have. */
export const noRows: Adapter = {
  upsert: unused('such rows'),
  find: unused('such rows'),
  findByUserCode: unused('user codes'),
  findByUid: unused('look-up by uid'),
  consume: unused('consumption'),
  destroy: unused('deletion'),
  revokeByGrantId: unused('grants'),
}
