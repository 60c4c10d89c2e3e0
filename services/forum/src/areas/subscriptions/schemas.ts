import { type Static, Type } from 'typebox'

export const subscriptionLevels = ['Watching', 'Muted'] as const

export const SubscriptionInput = Type.Object(
  {
    level: Type.Enum([...subscriptionLevels], {
      description:
        '`Watching`: to be told of what is new there. `Muted`: not to be told of replies and new threads.',
    }),
  },
  { examples: [{ level: 'Watching' }, { level: 'Muted' }] },
)
export type SubscriptionInput = Static<typeof SubscriptionInput>

export const Subscription = Type.Object({
  level: Type.Enum([...subscriptionLevels, 'None'], {
    description:
      'What holds there: what the member has said of it, else of the nearest section above it; else `Watching` for a thread in which they have written and `auto_watch` is on; else `None`.',
  }),
  is_default: Type.Boolean({
    description: 'Whether the member has said nothing of this thread or section itself.',
  }),
})
export type Subscription = Static<typeof Subscription>
