import type { ConsumerMessages } from 'nats'

/** Yields a consumer's messages until one of the signals aborts. */
export async function* messagesUntil(messages: ConsumerMessages, signals: readonly AbortSignal[]) {
  const stop = () => messages.stop()
  for (const signal of signals) signal.addEventListener('abort', stop, { once: true })
  try {
    if (signals.some(({ aborted }) => aborted)) stop()
    yield* messages
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', stop)
    stop()
  }
}
