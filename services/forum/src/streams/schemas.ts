import { Type } from 'typebox'

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The id of the last event that came: the stream goes on after it, on any replica, for 24 hours. An id that nobody knows is answered by an event `reset`.',
    }),
  ),
})

/** The answer of a stream. */
export const Streamed = Type.String({
  contentMediaType: 'text/event-stream',
  description: 'Events without an end, and a comment every 15 seconds.',
})
