import { connect } from 'node:net'
import { addressesIn } from '@agora/shared/config/addresses'
import { portOf } from './store-port.ts'

const BOUND_MS = 5_000

/**
 * Checks that something answers at the user's address under this key; for a cluster's list, at one of them.
 *
 * @throws Error that names the key and the address, without its password.
 */
export async function requireReachable(key: string, addresses: string): Promise<void> {
  const tried: string[] = []
  for (const address of addressesIn(addresses)) {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const port = url && portOf(url)
    if (!url || port === undefined)
      throw new Error(`${key} is not an address: it must begin with a scheme, as in redis://HOST:PORT`)
    const host = url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1'
    const failure = await tryConnect(host, port)
    if (failure === undefined) return
    tried.push(`${host}:${port} (${failure})`)
  }
  throw new Error(
    `nothing answers where ${key} points: ${tried.join(', ')}.\nStart the server, or leave ${key} out to have one started here.`,
  )
}

function tryConnect(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: BOUND_MS })
    const settle = (failure?: string) => {
      socket.destroy()
      resolve(failure)
    }
    socket.once('connect', () => settle())
    socket.once('timeout', () => settle('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
  })
}
