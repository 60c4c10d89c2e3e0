import { type Closable, runUntilClosed } from '@agora/shared/lifecycle/run-until-closed'
import { callService, RefusedCallError } from '@agora/shared/upstream/call-service'
import { Type } from 'typebox'
import type { Context } from '../context.ts'

const RETRY_MS = 500
const TIMEOUT_MS = 10_000

export interface SectionsApplier extends Closable {
  /** Whether all are applied or permanently refused. */
  isDone(): boolean
}

/** Has the forum take the configured sections, as soon as it is available. */
export function applySections(context: Context): SectionsApplier {
  const { services, config, logger } = context
  const waiting = services.forum.upstream.isEmpty ? [] : [...config.sections]
  const applying = runUntilClosed({
    work: async () => {
      const [section] = waiting
      if (!section) return 'done'
      await applyOne(context, section)
      waiting.shift()
      if (waiting.length === 0)
        logger.info({ sections: config.sections.length }, 'the configured sections are applied')
    },
    retryMs: { first: RETRY_MS, limit: RETRY_MS },
    failed: (error) => logger.debug({ err: error }, 'the forum cannot be reached yet'),
  })
  return { isDone: () => waiting.length === 0, close: applying.close }
}

/**
 * Returns once the forum has applied the section or refused it permanently.
 *
 * @throws Error if it must be tried again.
 */
async function applyOne(
  { services, env, logger }: Context,
  section: Context['config']['sections'][number],
): Promise<void> {
  const { locale = null, ...settings } = section
  try {
    await callService(services.forum.upstream, {
      path: '/internal/configured-sections',
      key: env.SERVICE_KEY,
      body: { ...settings, locale },
      answer: Type.Object({}),
      traceparent: null,
      timeoutMs: TIMEOUT_MS,
    })
  } catch (error) {
    // A forum of the release before does not know the route yet.
    const isRefusal = error instanceof RefusedCallError && error.status !== 404 && error.status < 500
    if (!isRefusal) throw error
    logger.error(
      { section: section.key, status: error.status, answer: error.text },
      'the forum refused a configured section',
    )
  }
}
