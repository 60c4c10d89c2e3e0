import type { AgoraConfig } from '@agora/shared/config/agora-file'

export type DeliveryConfig = AgoraConfig['delivery']

/** A lease outlasts the longest attempt by this much, in seconds: the worker's own time around it. */
const LEASE_MARGIN = 5
/** The pauses are longer by up to this part, so that what failed together does not come again together. */
const JITTER = 0.25

/** How long a claimed delivery is its worker's alone, in seconds. */
export const leaseOf = ({ timeout }: DeliveryConfig) => timeout + LEASE_MARGIN

/** The pause after the failed attempt of this number, in seconds; undefined after the last one. */
export function pauseAfter(
  attempt: number,
  config: Pick<DeliveryConfig, 'attempts' | 'first_pause' | 'longest_pause'>,
  random = Math.random(),
): number | undefined {
  const { attempts, first_pause, longest_pause } = config
  if (attempt >= attempts) return undefined
  return Math.min(first_pause * 2 ** (attempt - 1), longest_pause) * (1 + JITTER * random)
}
