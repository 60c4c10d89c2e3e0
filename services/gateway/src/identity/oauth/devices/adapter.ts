import { hashToken } from '@agora/shared/tokens'
import Provider, { type Adapter, errors } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { noRows } from '../no-rows.ts'
import { scopesToGrant } from '../policy.ts'
import { endFamilyOfDevice } from '../store-tokens.ts'
import { consumeDevice, insertDevice, pollDevice } from './store.ts'

/** What a request may take until the member answers, in bytes. */
const MAX_PAYLOAD_BYTES = 4096

/**
 * The requests of devices, which the library creates and answers; the member's answer comes by another way. Asking
 * again for an answer that was given ends what it has led to, as with codes.
 */
export const deviceCodes = ({ pool, transaction }: Context): Adapter => ({
  ...noRows,
  upsert: async (value, { jti: _, userCode = '', clientId = '', ...rest }, lifetime = 0) => {
    // Refuses what nobody could allow.
    if (Provider.ctx) scopesToGrant(Provider.ctx)
    const payload = JSON.stringify({ ...rest, clientId })
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
      throw new errors.InvalidRequest('the request is too long')
    const device = { hash: hashToken(value), userCodeHash: hashToken(userCode), clientId, payload, lifetime }
    if (!(await insertDevice(pool, device))) throw new errors.TemporarilyUnavailable('try again')
  },
  find: async (value) => {
    const device = await pollDevice(pool, hashToken(value))
    if (device?.isTooSoon) throw new errors.SlowDown()
    return device && { ...JSON.parse(device.payload), jti: value }
  },
  consume: async (value) => {
    const hash = hashToken(value)
    if (await consumeDevice(pool, hash)) return
    await transaction((tx) => endFamilyOfDevice(tx, hash))
    throw new errors.InvalidGrant('already used')
  },
  revokeByGrantId: async () => {},
})
