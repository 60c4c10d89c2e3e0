import { accountErased } from '@agora/shared/contracts/events/erasure'
import { type Closable, runUntilClosed } from '@agora/shared/lifecycle/run-until-closed'
import type { Nats, NatsLink } from '@agora/shared/messaging/nats'
import { eventReader } from '@agora/shared/messaging/reader'
import type { Context } from '../context.ts'
import { eraseAgain } from './erase-again.ts'

const STREAM = 'ERASURES'
/** How long one batch of the ledger may take to arrive, in milliseconds. */
const BATCH_MS = 2_000
const BATCH = 1_000
const RETRY_FIRST_MS = 250
const RETRY_LIMIT_MS = 5_000

const read = eventReader([accountErased])

/**
 * Reads the ledger of erasures once, as soon as NATS is available: the databases may have been restored from a backup
 * while the process was down.
 */
export function startReadingLedger(context: Context, nats: Nats): Closable {
  return runUntilClosed({
    work: async (closing) => {
      const link = await nats.linked(closing)
      if (!link) return 'done'
      await nats.ensureStreams(link)
      await readLedger(context, link, closing)
      return 'done'
    },
    retryMs: { first: RETRY_FIRST_MS, limit: RETRY_LIMIT_MS },
    failed: (error) => context.logger.warn({ err: error }, 'the ledger of erasures cannot be read'),
  })
}

async function readLedger(context: Context, { jsm, js }: NatsLink, signal: AbortSignal): Promise<void> {
  const { state } = await jsm.streams.info(STREAM)
  if (state.messages === 0) return
  const consumer = await js.consumers.get(STREAM)
  for (let seq = 0; seq < state.last_seq && !signal.aborted; ) {
    const ids: string[] = []
    const before = seq
    const messages = await consumer.fetch({ max_messages: BATCH, expires: BATCH_MS })
    for await (const message of messages) {
      seq = message.seq
      const reading = read(message.data)
      if (reading.outcome === 'event') ids.push(reading.event.data.user)
      if (seq >= state.last_seq) break
    }
    if (seq === before) throw new Error('the ledger of erasures delivered no further messages')
    await eraseAgain(context, ids)
  }
}
