import { type Static, type TSchema, Type } from 'typebox'
import { Timestamp, Uuid } from '../types.ts'

/**
 * The envelope of every event: CloudEvents 1.0, JSON format. `subject` is the thing whose events keep their
 * order; `sequence` (CloudEvents sequence extension) grows within it and is zero-padded, so it sorts as text.
 */
export const Envelope = Type.Object({
  specversion: Type.Literal('1.0'),
  id: Uuid,
  source: Type.String({ minLength: 1 }),
  type: Type.String({ minLength: 1 }),
  subject: Type.String({ minLength: 1 }),
  time: Timestamp,
  datacontenttype: Type.Literal('application/json'),
  sequence: Type.String({ pattern: '^[0-9]{16}$' }),
  traceparent: Type.Optional(Type.String()),
  tracestate: Type.Optional(Type.String()),
  data: Type.Unknown(),
})
export type Envelope = Static<typeof Envelope>

/** What an operation hands to the outbox; made by `EventDefinition.of`. */
export interface EventDraft {
  /** The NATS subject it is published under. */
  readonly subject: string
  readonly type: string
  /** Events with one key are published in commit order. */
  readonly key: string
  readonly data: unknown
}

interface Declaration<Type extends string, Data extends TSchema> {
  /** Ends in a version: a changed payload is a new type, and readers of the old one stay. */
  type: Type
  data: Data
  subject: (data: Static<Data>) => string
  key: (data: Static<Data>) => string
}

export interface EventDefinition<Type extends string = string, Data extends TSchema = TSchema> {
  readonly type: Type
  readonly data: Data
  of(data: Static<Data>): EventDraft
}

/** The event as a reader gets it: the envelope with the definition's payload. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Name, infer Data>
    ? Omit<Envelope, 'type' | 'data'> & { type: Name; data: Static<Data> }
    : never

/** Declares an event once: its type, payload, subject and ordering key. */
export function defineEvent<const Name extends string, Data extends TSchema>(
  declaration: Declaration<Name, Data>,
): EventDefinition<Name, Data> {
  const { type, data, subject, key } = declaration
  return { type, data, of: (value) => ({ type, subject: subject(value), key: key(value), data: value }) }
}
