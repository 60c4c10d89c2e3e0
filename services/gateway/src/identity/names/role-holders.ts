import { RoleGrants } from '@agora/shared/contracts/internal-roles'
import { callService } from '@agora/shared/upstream/call-service'
import type { Upstream } from '@agora/shared/upstream/upstream'
import type { Logger } from 'pino'

type Grants = RoleGrants['grants']

/**
 * Who holds a role of the forum now, by whom names are protected and shown: asks the forum; while it is away, what it
 * said last, so that accounts do not depend on it.
 */
export type ReadRoleHolders = (traceparent: string) => Promise<Grants>

const TIMEOUT_MS = 2_000

export function createRoleHolders(forum: Upstream, key: string, logger: Logger): ReadRoleHolders {
  let known: Grants = []
  return async (traceparent) => {
    if (forum.isEmpty) return known
    try {
      const answer = await callService(forum, {
        path: '/internal/role-grants',
        key,
        answer: RoleGrants,
        traceparent,
        timeoutMs: TIMEOUT_MS,
      })
      known = answer.grants
    } catch (error) {
      logger.warn({ err: error }, 'the forum does not say who holds a role: those that it named last do')
    }
    return known
  }
}
