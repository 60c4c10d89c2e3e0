import type { Logger } from 'pino'
import { Type } from 'typebox'
import {
  type DueErasure,
  ERASURES_AT_ONCE,
  type ErasuresDone,
  ErasuresDue,
  type ErasuresKnown,
} from '../contracts/erasures.ts'
import type { Database } from '../database/database.ts'
import { pause } from '../lifecycle/pause.ts'
import { type Closable, runUntilClosed } from '../lifecycle/run-until-closed.ts'
import { callService } from '../upstream/call-service.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type BeforeNamed, readErasedUsers, storeErasedUser } from '../users/known-users.ts'

export interface EraserOptions {
  db: Database
  /** With this service's credential for calls to others. */
  gateway: Upstream
  key: string
  /** Erases all that the service holds of the account but its id. Comes again until it succeeds: it is idempotent. */
  erase: (account: DueErasure) => Promise<void>
  beforeNamed?: BeforeNamed | undefined
  logger: Logger
}

/** How often the gateway is asked whom to erase, in milliseconds. */
const ASK_EVERY_MS = 2_000
/** How often the lists are compared, in milliseconds: they differ once a backup was restored. */
const COMPARE_EVERY_MS = 10 * 60 * 1000
const TIMEOUT_MS = 5_000

/**
 * Erases a service's data about erased accounts until the gateway has confirmed the report. The service polls instead
 * of relying on events, so it also learns of erasures after downtime or a restore from a backup.
 */
export function startEraser({ db, gateway, key, erase, beforeNamed, logger }: EraserOptions): Closable {
  const ask = (body: ErasuresDone, closing: AbortSignal) =>
    callService(gateway, {
      path: '/internal/erasures/due',
      key,
      body,
      answer: ErasuresDue,
      traceparent: null,
      timeoutMs: TIMEOUT_MS,
      signal: closing,
    })

  const compare = async (closing: AbortSignal) => {
    for (let after: string | null = null, isEnd = false; !isEnd; ) {
      const users: string[] = await readErasedUsers(db, after, ERASURES_AT_ONCE)
      isEnd = users.length < ERASURES_AT_ONCE
      const body: ErasuresKnown = { after, users, is_end: isEnd }
      await callService(gateway, {
        path: '/internal/erasures/known',
        key,
        body,
        answer: Type.Object({}),
        traceparent: null,
        timeoutMs: TIMEOUT_MS,
        signal: closing,
      })
      after = users.at(-1) ?? null
    }
  }

  /** One account after the other; returns those that are erased now. */
  const eraseAll = async (due: readonly DueErasure[], closing: AbortSignal) => {
    const done: ErasuresDone['done'] = []
    for (const account of due) {
      if (closing.aborted) break
      const { user, is_last } = account
      try {
        await db.transaction((tx) => storeErasedUser(tx, user, beforeNamed))
        await erase(account)
        done.push({ user, is_last })
        logger.info({ user, is_last }, 'an account was erased here')
      } catch (error) {
        logger.error({ err: error, user }, 'an account could not be erased here, retrying')
      }
    }
    return done
  }

  let done: ErasuresDone['done'] = []
  let comparedAt = Number.NEGATIVE_INFINITY
  return runUntilClosed({
    work: async (closing) => {
      if (performance.now() - comparedAt >= COMPARE_EVERY_MS) {
        await compare(closing)
        comparedAt = performance.now()
      }
      const { due } = await ask({ done }, closing)
      done = await eraseAll(due, closing)
      if (done.length === 0) await pause(ASK_EVERY_MS, closing)
    },
    retryMs: { first: ASK_EVERY_MS, limit: ASK_EVERY_MS },
    failed: (error, failures) => {
      if (failures === 1) logger.warn({ err: error }, 'the gateway could not be asked for erasures')
    },
  })
}
