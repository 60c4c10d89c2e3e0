import {
  entryOf,
  type ModerationEntry,
  moderationEvents,
  moderationEventsV1,
  reportEvents,
} from '@agora/shared/contracts/events/moderation'
import type { Database } from '@agora/shared/database/database'
import type { Transaction } from '@agora/shared/database/sql'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { UserDirectory } from '@agora/shared/users/directory'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import {
  findWatchers,
  type Notice,
  notifyAuthor,
  notifyOfAct,
  notifyOfReport,
  notifyReporter,
  type WaitingReport,
} from './store-moderation.ts'

const actions = [
  'GrantRole',
  'RevokeRole',
  'CreateSanction',
  'DeleteSanction',
  'ResolveReport',
  'DeletePost',
  'EditPost',
] as const
const acts = [moderationEvents, moderationEventsV1].flatMap((all) => actions.map((action) => all[action]))
type NotifyingEntry = Extract<ModerationEntry, { action: (typeof actions)[number] }>

const kinds = {
  GrantRole: 'RoleGranted',
  RevokeRole: 'RoleRevoked',
  CreateSanction: 'Sanctioned',
  DeleteSanction: 'SanctionLifted',
} as const

/**
 * Notifies members of moderation acts that concern them, once each and in the order of the acts, and moderators of
 * reports.
 */
export function startModerationNotices(options: {
  db: Database
  users: Pick<UserDirectory, 'isAdministrator'>
  nats: Nats
  logger: Logger
  registry: Registry
}): EventConsumer {
  return startConsumer({
    nats: options.nats,
    stream: 'MODERATION',
    durable: 'forum-notices',
    filter: 'moderation.>',
    events: [...acts, reportEvents.ReportCreated],
    transaction: options.db.transaction,
    // Acts older than this consumer are not notified.
    start: 'next',
    handle: ({ data }, tx) =>
      'action' in data ? notifyOf(tx, entryOf(data) as NotifyingEntry) : notifyModerators(tx, options, data),
    logger: options.logger,
    registry: options.registry,
  })
}

async function notifyOf(tx: Transaction, entry: NotifyingEntry): Promise<void> {
  const { id: cause, actor: actorId, section: sectionId, action, target_user: userId, post } = entry
  if (action === 'ResolveReport') {
    await notifyReporter(tx, { cause, reportId: entry.data.report, resolverId: actorId })
    return
  }
  if (userId === null || userId === actorId) return
  if (action === 'DeletePost' || action === 'EditPost') {
    if (post !== null) await notifyAuthor(tx, { cause, userId, postId: post })
    return
  }
  const about: Notice = { kind: kinds[action], userId, cause, actorId, sectionId }
  await notifyOfAct(
    tx,
    'role' in entry.data
      ? { ...about, role: entry.data.role }
      : { ...about, sanctionId: entry.data.sanction },
  )
}

/** Those who asked for it and moderate the report's section now; only the gateway knows who is an administrator. */
async function notifyModerators(
  tx: Transaction,
  { users }: { users: Pick<UserDirectory, 'isAdministrator'> },
  report: WaitingReport,
): Promise<void> {
  const watchers = await findWatchers(tx, report)
  const moderators: string[] = []
  for (const { id, moderates } of watchers)
    if (moderates || (await users.isAdministrator(id, null))) moderators.push(id)
  if (moderators.length > 0) await notifyOfReport(tx, report, moderators)
}
