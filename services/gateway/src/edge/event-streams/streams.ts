import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { Pool } from '@agora/shared/database/pool'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { gauge } from '@agora/shared/observability/instruments'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Authentication, authenticationOf } from '../../identity/credentials/authentication.ts'
import { findEnded } from '../../identity/credentials/store-authentication.ts'

/** How often credentials are checked: a stream ends this soon after a sign-out or a ban. In milliseconds. */
const JUDGED_EVERY_MS = 2_000

interface Open extends Authentication {
  readonly end: () => void
}

/**
 * The event streams through this process. A request's credentials are checked when it comes; a stream's again for as
 * long as it lasts.
 */
export interface OpenStreams {
  /**
   * Ends the stream when its caller’s credentials are no longer valid, or the process closes. Returns a function that
   * stops watching.
   */
  watch(request: FastifyRequest, end: () => void): () => void
  endAll(): void
  close(): Promise<void>
}

export function createOpenStreams(
  pool: Pool,
  registry: Registry,
  logger: Logger,
  { security }: Pick<AgoraConfig, 'security'>,
): OpenStreams {
  const rolesNeedFactor = security.staff_second_factor
  const open = new Set<Open>()
  /** End the streams of guests and clients, who have no credentials to lose. */
  const others = new Set<() => void>()
  let isEnding = false
  const judging = startPeriodic({
    name: 'credentials of open streams',
    everyMs: JUDGED_EVERY_MS,
    work: async () => {
      for (const { end } of await findEnded(pool, [...open], { rolesNeedFactor })) end()
    },
    logger,
  })
  const help = 'Event streams that go through this process.'
  gauge(registry, 'gateway_event_streams', help, () => open.size + others.size)

  return {
    watch(request, end) {
      // One that arrived while the others were being ended.
      if (isEnding) setImmediate(end)
      const authentication = authenticationOf(request)
      if (!authentication) {
        others.add(end)
        return () => others.delete(end)
      }
      const stream = { ...authentication, end }
      open.add(stream)
      return () => open.delete(stream)
    },
    endAll() {
      isEnding = true
      for (const { end } of open) end()
      for (const end of others) end()
    },
    close: () => judging.close(),
  }
}
