import { RoleGrants } from '@agora/shared/contracts/internal-roles'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { Logger } from 'pino'
import type { Env } from '../../config.ts'

type Grants = RoleGrants['grants']

/**
 * Who holds a role of the forum now, by whom names are protected and shown: asks the forum; while it is away, what it
 * said last, so that accounts do not depend on it.
 */
export type ReadRoleHolders = (traceparent: string) => Promise<Grants>

const TIMEOUT_MS = 2_000

export function createRoleHolders({
  forum: upstream,
  env,
  logger,
}: {
  forum: Upstream
  env: Pick<Env, 'SERVICE_KEY'>
  logger: Logger
}): ReadRoleHolders {
  const credential = { authorization: `Bearer ${env.SERVICE_KEY}` }
  let known: Grants = []
  return async (traceparent) => {
    if (upstream.isEmpty) return known
    try {
      const path = '/internal/role-grants'
      const call = { method: 'GET', path, credential, answer: RoleGrants, traceparent } as const
      known = (await callService(upstream, { ...call, timeoutMs: TIMEOUT_MS })).grants
    } catch (error) {
      logger.warn({ err: error }, 'the forum does not say who holds a role: those that it named last do')
    }
    return known
  }
}
