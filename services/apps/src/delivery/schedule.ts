import type { AgoraConfig } from '@agora/shared/config/agora-file'

export type DeliveryConfig = AgoraConfig['delivery']

/** How much longer a lease lasts than the longest attempt, in seconds: the worker's own time around it. */
const LEASE_MARGIN = 5
/** Lengthens pauses by up to this fraction, so that deliveries which failed together are not retried together. */
const JITTER = 0.25

/** How long a claimed delivery belongs to its worker, in seconds. */
export const leaseOf = ({ timeout }: DeliveryConfig) => timeout + LEASE_MARGIN

/** The pause after the failed attempt with this number, in seconds; undefined after the last one. */
export function pauseAfter(
  attempt: number,
  config: Pick<DeliveryConfig, 'attempts' | 'first_pause' | 'longest_pause'>,
  random = Math.random(),
): number | undefined {
  const { attempts, first_pause, longest_pause } = config
  if (attempt >= attempts) return undefined
  return Math.min(first_pause * 2 ** (attempt - 1), longest_pause) * (1 + JITTER * random)
}
