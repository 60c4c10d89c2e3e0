import { type Static, Type } from 'typebox'

export const ForumStatistics = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date', description: 'A day of UTC.' }),
      posts: Type.Integer({ description: 'How many posts were written on it.' }),
    }),
    { description: 'The last 14 days, today last; of the newest 100,000 posts.' },
  ),
})
export type ForumStatistics = Static<typeof ForumStatistics>
