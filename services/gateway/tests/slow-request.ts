import { connect } from 'node:net'
import type { Caller } from '@agora/testing/suite'

export interface Begun {
  /** Sends the rest of the body; returns the answer. */
  finish(): Promise<{ status: number; body: string }>
}

/**
 * Sends a request below /api/v1 but for the end of its body. Resolves once the gateway has begun to handle it, which it
 * tells whoever expects it to (RFC 9110, section 10.1.1).
 */
export function begin(
  site: string,
  method: string,
  path: string,
  { headers }: Caller,
  body: object,
): Promise<Begun> {
  const text = JSON.stringify(body)
  const head = [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: agora',
    'Connection: close',
    'Expect: 100-continue',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const { hostname, port } = new URL(site)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    let answer = ''
    const closed = new Promise<void>((over) => socket.on('close', () => over()))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk
      if (!answer.startsWith('HTTP/1.1 100 ')) return
      answer = answer.slice(answer.indexOf('\r\n\r\n') + 4)
      socket.write(text.slice(0, 1))
      resolve({
        finish: async () => {
          socket.write(text.slice(1))
          await closed
          const end = answer.indexOf('\r\n\r\n')
          return { status: Number(answer.slice(9, 12)), body: answer.slice(end + 4) }
        },
      })
    })
    // Refused before its body.
    void closed.then(() => {
      const end = answer.indexOf('\r\n\r\n')
      resolve({ finish: async () => ({ status: Number(answer.slice(9, 12)), body: answer.slice(end + 4) }) })
    })
  })
}
