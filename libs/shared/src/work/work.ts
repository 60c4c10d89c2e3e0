import { startDispatcher } from './dispatcher.ts'
import { startQueue } from './queue.ts'
import { createRunner } from './runner.ts'
import type { Claimed, WorkOptions } from './table.ts'

/** Works on a table's rows until it is closed; `table.ts` states the guarantees. */
export function startWork<Claim extends Claimed>(options: WorkOptions<Claim>): { close(): Promise<void> } {
  const { name, redisUrl, concurrency, registry } = options
  const logger = options.logger.child({ work: name })
  const runner = createRunner({ ...options, logger })
  const queue = startQueue({ name, redisUrl, concurrency, run: runner.run, logger, registry })
  const dispatcher = startDispatcher({ ...options, logger }, queue, runner)
  return {
    close: async () => {
      await Promise.all([dispatcher.close(), queue.close()])
      await runner.close()
    },
  }
}
