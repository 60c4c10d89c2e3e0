import type { ConsumerMessages } from 'nats'

/** A consumer's messages until one of the signals aborts. */
export async function* messagesUntil(messages: ConsumerMessages, signals: AbortSignal[]) {
  const over = AbortSignal.any(signals)
  const stop = () => messages.stop()
  over.addEventListener('abort', stop, { once: true })
  try {
    if (over.aborted) stop()
    yield* messages
  } finally {
    over.removeEventListener('abort', stop)
    stop()
  }
}
