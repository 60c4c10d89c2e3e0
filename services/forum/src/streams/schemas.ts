import { type TSchema, Type } from 'typebox'

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The id of the last event received: the stream resumes after it, on any replica, for 24 hours. An unknown id is answered with an event `reset`.',
    }),
  ),
})

/** Events of a stream: their fields, `data` as the JSON that it is. */
export const streamEvent = <Event extends TSchema, Data extends TSchema>(event: Event, data: Data) =>
  Type.Object({
    id: Type.String({ description: 'The position in the stream, for `Last-Event-ID`.' }),
    event,
    data,
  })

const Reset = streamEvent(
  Type.Literal('reset', { description: 'Events were missed: read everything again. The stream continues.' }),
  Type.Object({}, { description: 'Empty.' }),
)

/** The answer of a stream of such events. */
export const streamOf = (event: TSchema) =>
  Type.String({
    contentMediaType: 'text/event-stream',
    contentSchema: Type.Union([event, Reset], { description: 'An event, by its fields.' }),
    description: 'An endless stream of events, with a comment every 15 seconds.',
  })
