import { Envelope, type EventDefinition, type EventOf } from '../contracts/events/event.ts'
import { ajv } from '../http/validation.ts'

/** What a delivery turns out to be. */
export type Reading<Event> =
  | { outcome: 'event'; event: Event }
  | { outcome: 'ignored' }
  | { outcome: 'unreadable'; reason: string }

/** Parses messages as the given events. Events of other types are ignored: other consumers read them. */
export function eventReader<Definition extends EventDefinition>(
  definitions: readonly Definition[],
): (message: Uint8Array) => Reading<EventOf<Definition>> {
  const payloads = new Map(definitions.map(({ type, data }) => [type, data]))
  const unreadable = () => ({ outcome: 'unreadable', reason: ajv.errorsText() }) as const

  return (message) => {
    let envelope: unknown
    try {
      envelope = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(message))
    } catch (error) {
      return { outcome: 'unreadable', reason: String(error) }
    }
    if (!ajv.validate<Envelope>(Envelope, envelope)) return unreadable()
    const payload = payloads.get(envelope.type)
    if (!payload) return { outcome: 'ignored' }
    if (!ajv.validate(payload, envelope.data)) return unreadable()
    return { outcome: 'event', event: envelope as EventOf<Definition> }
  }
}
