import type { Subscription } from './schemas.ts'
import type { SubscriptionState } from './store.ts'

/** The nearest choice decides, then what the member watches by writing there. */
export function viewSubscription({ own, above, isWatchedByItself }: SubscriptionState): Subscription {
  const level = own ?? above ?? (isWatchedByItself ? 'Watching' : 'None')
  return { level, is_default: own === null }
}
