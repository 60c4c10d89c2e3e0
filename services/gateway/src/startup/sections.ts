import { setTimeout as sleep } from 'node:timers/promises'
import { callService, RefusedCallError } from '@agora/shared/upstream/call-service'
import { Type } from 'typebox'
import type { Context } from '../context.ts'

const RETRY_MS = 500
const TIMEOUT_MS = 10_000

export interface SectionsApplier {
  /** Whether all are applied or permanently refused. */
  isDone(): boolean
  close(): Promise<void>
}

/** Has the forum take the configured sections, as soon as it is available. */
export function applySections(context: Context): SectionsApplier {
  const { areas, config, logger } = context
  const closing = new AbortController()
  let done = areas.forum.upstream.isEmpty || config.sections.length === 0

  const work = async () => {
    for (const section of config.sections) {
      while (!closing.signal.aborted && !(await applyOne(context, section))) {
        await sleep(RETRY_MS, undefined, { signal: closing.signal })
      }
    }
    if (closing.signal.aborted) return
    done = true
    logger.info({ sections: config.sections.length }, 'the configured sections are applied')
  }
  const working = done
    ? Promise.resolve()
    : work().catch((error) => {
        if (!closing.signal.aborted) logger.error({ err: error }, 'the sections could not be applied')
      })

  return {
    isDone: () => done,
    close: () => {
      closing.abort()
      return working
    },
  }
}

/** True once the forum has applied the section or refused it permanently; false if it must be retried. */
async function applyOne(
  { areas, env, logger }: Context,
  section: Context['config']['sections'][number],
): Promise<boolean> {
  const { locale = null, ...settings } = section
  try {
    await callService(areas.forum.upstream, {
      method: 'POST',
      path: '/internal/configured-sections',
      credential: { authorization: `Bearer ${env.SERVICE_KEY}` },
      body: { ...settings, locale },
      answer: Type.Object({}),
      traceparent: null,
      timeoutMs: TIMEOUT_MS,
    })
    return true
  } catch (error) {
    // A forum of the release before does not know the route yet.
    const isKnown = error instanceof RefusedCallError && error.status !== 404
    if (isKnown && error.status < 500) {
      logger.error(
        { section: section.key, status: error.status, answer: error.text },
        'the forum refused a configured section',
      )
      return true
    }
    logger.debug({ err: error }, 'the forum cannot be reached yet')
    return false
  }
}
