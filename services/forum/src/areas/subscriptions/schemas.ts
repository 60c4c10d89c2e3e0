import { type Static, Type } from 'typebox'

const subscriptionLevels = ['Watching', 'Muted'] as const

export const SubscriptionInput = Type.Object(
  {
    level: Type.Enum([...subscriptionLevels], {
      description:
        '`Watching`: notified of what is new there. `Muted`: not notified of replies and new threads.',
    }),
  },
  { examples: [{ level: 'Watching' }, { level: 'Muted' }] },
)
export type SubscriptionInput = Static<typeof SubscriptionInput>

export const Subscription = Type.Object({
  level: Type.Enum([...subscriptionLevels, 'None'], {
    description:
      'The level in force: the member’s choice for it, or for the nearest section above it; otherwise `Watching` for a thread in which they have written while `auto_watch` is on; otherwise `None`.',
  }),
  is_default: Type.Boolean({
    description: 'Whether the member has made no choice for this thread or section itself.',
  }),
})
export type Subscription = Static<typeof Subscription>
