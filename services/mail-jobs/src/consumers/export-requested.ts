import { exportRequested } from '@agora/shared/contracts/events/identity'
import { EXPORT_KIND } from '@agora/shared/contracts/jobs'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { Context } from '../context.ts'
import { insertExport } from '../exports/store.ts'
import { insertJob } from '../tasks/store.ts'

/** Turns members' requests for their data into jobs. */
export function startExportConsumer({ db, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: 'mail-jobs-exports',
    filter: 'identity.export.requested',
    events: [exportRequested],
    transaction: db.transaction,
    logger,
    registry,
    handle: async ({ data }, tx, traceparent) => {
      const { name: kind, version } = EXPORT_KIND
      const ids = { job: data.job, task: data.task }
      const state = { export: data.export }
      await insertJob(tx, { kind, version, state, createdBy: data.user, traceparent, ids })
      await insertExport(tx, { id: data.export, userId: data.user, taskId: data.task })
    },
  })
}
