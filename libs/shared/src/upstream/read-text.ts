import type { Readable } from 'node:stream'

/** More than any answer is long that a service reads, in bytes: a page of a hundred posts, the largest there are. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** The whole body of an answer. @throws Error if it is too long, breaks off, or `signal` aborts before its end */
export function readText(body: Readable, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => body.destroy(signal?.reason)
    const settle = (error?: Error | null) => {
      signal?.removeEventListener('abort', end)
      if (error) reject(error)
      else if (body.readableEnded) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(new Error('the answer broke off'))
    }
    // By its events: an iteration of a small body takes several times as long.
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > MAX_ANSWER_BYTES) body.destroy(new Error('the answer is too long'))
    })
    body.once('end', () => settle())
    body.once('error', settle)
    body.once('close', () => settle(body.errored))
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
  })
}
