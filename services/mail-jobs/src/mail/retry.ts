import { backoff } from '@agora/shared/lifecycle/pause'

const FIRST_MS = 1_000
const LIMIT_MS = 300_000

/** The pause before the next attempt: 1 s, 2 s, ... up to five minutes, and never past the message's deadline. */
export function retryDelay(attempts: number, deadline: Date): number {
  const left = Math.max(0, deadline.getTime() - Date.now())
  return Math.min(backoff(attempts, FIRST_MS, LIMIT_MS), left)
}
