import type { Adapter } from 'oidc-provider'

/** What the library never calls with the enabled features. */
const unused = (what: string) => async (): Promise<never> => {
  throw new Error(`the OAuth storage has no ${what}`)
}

/** A storage of what there is none of; others take from it what they do without. */
export const noRows: Adapter = {
  upsert: unused('such rows'),
  find: unused('such rows'),
  findByUserCode: unused('user codes'),
  findByUid: unused('look-up by uid'),
  consume: unused('consumption'),
  destroy: unused('deletion'),
  revokeByGrantId: unused('grants'),
}
