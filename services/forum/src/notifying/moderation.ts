import {
  entryOf,
  type ModerationEntry,
  moderationEvents,
  moderationEventsV1,
} from '@agora/shared/contracts/events/moderation'
import type { Database } from '@agora/shared/database/database'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Notice, notifyOfAct, notifyReporter } from './store-acts.ts'

const events = [moderationEvents, moderationEventsV1].flatMap(
  ({ GrantRole, RevokeRole, CreateSanction, DeleteSanction, ResolveReport }) => [
    GrantRole,
    RevokeRole,
    CreateSanction,
    DeleteSanction,
    ResolveReport,
  ],
)
type NotifyingEntry = Extract<
  ModerationEntry,
  { action: 'GrantRole' | 'RevokeRole' | 'CreateSanction' | 'DeleteSanction' | 'ResolveReport' }
>

const kinds = {
  GrantRole: 'RoleGranted',
  RevokeRole: 'RoleRevoked',
  CreateSanction: 'Sanctioned',
  DeleteSanction: 'SanctionLifted',
} as const

/** Notifies members of moderation acts that concern them, once each and in the order of the acts. */
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
    // Acts older than this consumer are not notified.
    start: 'next',
    handle: async ({ data }, tx) => {
      const entry = entryOf(data) as NotifyingEntry
      const { id: cause, actor: actorId, section: sectionId, action } = entry
      if (action === 'ResolveReport') {
        await notifyReporter(tx, { cause, reportId: entry.data.report, resolverId: actorId })
        return
      }
      const userId = entry.target_user
      if (userId === null || userId === actorId) return
      const about: Notice = { kind: kinds[action], userId, cause, actorId, sectionId }
      await notifyOfAct(
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
