import { type ModerationEntry, moderationEvents } from '@agora/shared/contracts/events/moderation'
import type { Database } from '@agora/shared/database/database'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Notice, tellOfAct, tellReporter } from './store-acts.ts'

const { GrantRole, RevokeRole, CreateSanction, DeleteSanction, ResolveReport } = moderationEvents
const events = [GrantRole, RevokeRole, CreateSanction, DeleteSanction, ResolveReport] as const
type Told = Extract<
  ModerationEntry,
  { action: 'GrantRole' | 'RevokeRole' | 'CreateSanction' | 'DeleteSanction' | 'ResolveReport' }
>

const kinds = {
  GrantRole: 'RoleGranted',
  RevokeRole: 'RoleRevoked',
  CreateSanction: 'Sanctioned',
  DeleteSanction: 'SanctionLifted',
} as const

/** Tells members of acts of moderation that concern them, once each and in the order of the acts. */
export function startModerationNotices(options: {
  db: Database
  nats: Nats
  logger: Logger
  registry: Registry
}): EventConsumer {
  return startConsumer({
    nats: options.nats,
    stream: 'MODERATION',
    durable: 'forum-notices',
    filter: 'moderation.>',
    events,
    transaction: options.db.transaction,
    // Nobody is told of what was long before there were notifications.
    start: 'next',
    handle: async ({ data }, tx) => {
      const entry = data as Told
      const { id: cause, actor, section: sectionId, action } = entry
      if (action === 'ResolveReport') {
        await tellReporter(tx, { cause, reportId: entry.data.report, resolverId: actor.id })
        return
      }
      const member = entry.target_user
      if (!member || member.id === actor.id) return
      const about: Notice = { kind: kinds[action], userId: member.id, cause, actorId: actor.id, sectionId }
      await tellOfAct(
        tx,
        'role' in entry.data
          ? { ...about, role: entry.data.role }
          : { ...about, sanctionId: entry.data.sanction },
      )
    },
    logger: options.logger,
    registry: options.registry,
  })
}
