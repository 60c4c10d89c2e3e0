import type { Readable } from 'node:stream'

/** More than any answer is long that a service reads, in bytes: a page of a hundred posts, the largest there are. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** The whole body of an answer. @throws Error if it is too long, breaks off, or `signal` aborts before its end */
export async function readText(body: Readable, signal?: AbortSignal): Promise<string> {
  const end = () => body.destroy(signal?.reason)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
