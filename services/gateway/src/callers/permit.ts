/** The response to a request that has a permit to be in progress, and may do without it for a time. */
export interface WithPermit {
  /** Waits for something else than a service, and is not in progress meanwhile. */
  releasePermit(): void
  /** Goes on; false if too many requests are in progress. Without effect on a request that has its permit. */
  acquirePermit(): boolean
}
