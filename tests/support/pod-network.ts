import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Gives processes, each with a port of its own, what pods have in a cluster: an address each (any in 127.0.0.0/8) and
 * one port for all.
 */
export async function givePodAddress(address: string, port: number, url: string): Promise<{ close(): void }> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    const process = connect(Number(target.port), target.hostname)
    for (const end of [socket, process]) {
      sockets.add(end)
      end.once('close', () => sockets.delete(end))
    }
    socket.on('error', () => process.destroy())
    process.on('error', () => socket.resetAndDestroy())
    socket.pipe(process).pipe(socket)
  })
  server.listen(port, address)
  await once(server, 'listening')
  return {
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
