import { connect, type Socket } from 'node:net'

/** A raw connection, used as no client library would. Nothing that happens to it is an error. */
export interface Wire {
  readonly socket: Socket
  /** Everything received so far. */
  readonly answer: () => string
  /** For a silent connection: reads only the first piece; empty if there is none. */
  readonly piece: () => Promise<string>
  /** Resolves when the connection is closed, by either side. */
  readonly closed: Promise<void>
}

interface WireOptions {
  silent?: boolean
  localAddress?: string
}

/** Opens a connection to the origin of `url`; a `silent` one does not read. */
export function openWire(url: string, { silent = false, ...options }: WireOptions = {}): Wire {
  const { hostname, port } = new URL(url)
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    noDelay: true,
    ...options,
  })
  let answer = ''
  socket.on('error', () => {})
  if (silent) socket.pause()
  else
    socket.on('data', (chunk) => {
      if (answer.length < 65_536) answer += chunk.toString('latin1')
    })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const piece = async () => {
    let first = ''
    const come = new Promise<void>((resolve) =>
      socket.once('data', (chunk) => {
        socket.pause()
        first = chunk.toString('latin1')
        resolve()
      }),
    )
    socket.resume()
    await Promise.race([come, closed])
    return first
  }
  return { socket, answer: () => answer, piece, closed }
}

/** Resolves once the bytes are with the kernel, or the connection is gone. */
export function send({ socket }: Wire, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || !socket.writable) resolve()
    else socket.write(bytes, () => resolve())
  })
}
