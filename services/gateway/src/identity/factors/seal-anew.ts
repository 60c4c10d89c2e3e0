import type { Context } from '../context.ts'
import { sealTotpsAnew } from './store.ts'

/** While AUTHENTICATOR_KEY is replaced: seals with the new key what the old one sealed, which is then no longer needed. */
export async function sealAnew({ env, pool, sealer }: Context): Promise<void> {
  const isReplaced = env.AUTHENTICATOR_KEY.includes(',')
  if (isReplaced) await sealTotpsAnew(pool, (secret, id) => sealer.sealAnew(secret, id))
}
