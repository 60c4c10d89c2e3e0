import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_DESIRED } from 'dns-packet'

/** Clients may cache an answer this long, in seconds. */
const TTL_S = 1
const SERVER_FAILURE = 2
const NAME_ERROR = 3

export interface DnsServer {
  /** As address:port. */
  address: string
  /** The IPv4 addresses of each name, changed at will. An absent name does not exist. */
  names: Map<string, string[]>
  /** Whether it answers at all. */
  isSilent: boolean
  /** Whether it says of every name that it cannot tell. */
  isFailing: boolean
  close(): void
}

/** A DNS server with a few names, for tests of what follows their changes. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    names: new Map(),
    isSilent: false,
    isFailing: false,
    close: () => socket.close(),
  }
  socket.on('message', (message, { address, port }) => {
    if (server.isSilent) return
    const { id, questions = [] } = decode(message)
    const [question] = questions
    const known = server.isFailing ? undefined : server.names.get(question?.name ?? '')
    const answers = (question?.type === 'A' ? (known ?? []) : []).map((data) => ({
      type: 'A' as const,
      name: question?.name ?? '',
      ttl: TTL_S,
      data,
    }))
    const flags = RECURSION_DESIRED | (server.isFailing ? SERVER_FAILURE : known ? 0 : NAME_ERROR)
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  return server
}
