import { Envelope, type EventDefinition, type EventOf } from '../contracts/events/event.ts'
import { createAjv } from '../http/validation.ts'

/** What a delivery turns out to be. */
export type Reading<Event> =
  | { outcome: 'event'; event: Event }
  | { outcome: 'ignored' }
  | { outcome: 'unreadable'; reason: string }

/** Reads messages as the given events. An event of another type is ignored: its readers are elsewhere. */
export function eventReader<Definition extends EventDefinition>(
  definitions: readonly Definition[],
): (message: Uint8Array) => Reading<EventOf<Definition>> {
  const ajv = createAjv()
  const isEnvelope = ajv.compile<Envelope>(Envelope)
  const payloads = new Map(definitions.map(({ type, data }) => [type, ajv.compile(data)]))

  return (message) => {
    let envelope: unknown
    try {
      envelope = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(message))
    } catch (error) {
      return { outcome: 'unreadable', reason: String(error) }
    }
    if (!isEnvelope(envelope)) return { outcome: 'unreadable', reason: ajv.errorsText(isEnvelope.errors) }
    const isPayload = payloads.get(envelope.type)
    if (!isPayload) return { outcome: 'ignored' }
    if (!isPayload(envelope.data)) return { outcome: 'unreadable', reason: ajv.errorsText(isPayload.errors) }
    return { outcome: 'event', event: envelope as EventOf<Definition> }
  }
}
