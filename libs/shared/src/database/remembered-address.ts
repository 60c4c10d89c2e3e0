import { lookup as askSystem, type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'

/** DNS is waited for so long where an address is known from before, in milliseconds. */
const PATIENCE_MS = 1_000

type Found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
type AskAll = (host: string, options: LookupAllOptions, found: Found) => void

/**
 * Looks names up, and answers with a name's last addresses while DNS fails or is silent: a store does not move each time
 * that DNS is away.
 */
export function rememberAddresses(ask: AskAll = askSystem): LookupFunction {
  const known = new Map<string, LookupAddress[]>()
  return (host, options, callback) => {
    let isAnswered = false
    const answer: Found = (error, addresses) => {
      if (isAnswered) return
      isAnswered = true
      clearTimeout(impatience)
      const { address = '', family } = addresses[0] ?? {}
      if (error) callback(error, '', undefined)
      else if (isForAll(options)) callback(null, addresses)
      else callback(null, address, family)
    }
    const remembered = known.get(host)
    const impatience = remembered && setTimeout(() => answer(null, remembered), PATIENCE_MS)
    ask(host, { ...options, all: true }, (error, addresses) => {
      if (!error && addresses.length > 0) known.set(host, addresses)
      if (error && remembered) answer(null, remembered)
      else answer(error, addresses)
    })
  }
}

const isForAll = ({ all }: LookupOptions): boolean => all === true

const lookup = rememberAddresses()

/** The connection to a server whose address is remembered, as node-postgres makes it. */
export class RememberingSocket extends Socket {
  // biome-ignore lint/suspicious/noExplicitAny: Node's own overloads are many, and this passes the others on.
  override connect(...args: any[]): this {
    const [port, host, ...rest] = args
    if (typeof port === 'number' && typeof host === 'string' && rest.length === 0)
      return super.connect({ port, host, lookup })
    return super.connect(...(args as Parameters<Socket['connect']>))
  }
}
