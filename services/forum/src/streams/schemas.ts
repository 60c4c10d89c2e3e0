import { Type } from 'typebox'

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The id of the last event received: the stream resumes after it, on any replica, for 24 hours. An unknown id is answered with an event `reset`.',
    }),
  ),
})

/** The answer of a stream. */
export const Streamed = Type.String({
  contentMediaType: 'text/event-stream',
  description: 'An endless stream of events, with a comment every 15 seconds.',
})
