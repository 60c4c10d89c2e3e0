import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import { networkOf } from '../../callers/network.ts'
import type { Env } from '../../config.ts'
import type { AdmissionOptions } from '../admission/admission.ts'
import type { Trust } from '../client-address/trust.ts'
import type { ConnectionLimits } from './connections.ts'

/**
 * How much of the gateway one address may use: connections and, if a trusted proxy names the address, whose connections
 * many share, concurrent requests.
 */
export function callerLimits(
  env: Pick<Env, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'LIMITS_ENABLED'>,
  trusted: Trust,
): { connections: ConnectionLimits; perCaller?: NonNullable<AdmissionOptions['perCaller']> } {
  const total = env.MAX_CONNECTIONS
  const keyOf = (address: string) => (trusted(address, 0) ? undefined : networkOf(address))
  if (env.LIMITS_ENABLED === 'false') return { connections: { total, keyOf } }
  const perAddress = env.MAX_CONNECTIONS_PER_ADDRESS
  return {
    connections: { total, perAddress, keyOf },
    perCaller: {
      limit: perAddress,
      keyOf: (request: IncomingMessage) =>
        trusted(request.socket.remoteAddress ?? '', 0)
          ? networkOf(proxyAddress(request, trusted))
          : undefined,
    },
  }
}
