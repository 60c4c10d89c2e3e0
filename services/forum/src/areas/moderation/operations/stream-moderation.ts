import type { Caller } from '@agora/shared/contracts/principal'
import { siteRoles } from '@agora/shared/contracts/roles'
import { pause } from '@agora/shared/lifecycle/pause'
import { loadActor } from '../../../authority/actor.ts'
import { authorityIn, globalRoles } from '../../../authority/authority.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { Source } from '../../../streams/streams.ts'
import { accessAsModerator, judgeView } from '../authority.ts'
import { readReportSection } from '../store.ts'
import { followModeration, type Streamed } from '../streamed.ts'

/** How often the right to read is checked again, in milliseconds. */
const JUDGED_EVERY_MS = 2_500

/**
 * Streams reports and acts of moderation, of one section or of all, to callers who may read the queue there. Each event
 * is checked again: that right, the right to read the log for site-wide acts, and that a report is still where its
 * reader may read it.
 *
 * @throws ApiError cannotReadReportQueue, sectionNotFound
 */
export async function streamModeration(
  context: Context,
  principal: Caller,
  sectionId: string | null,
  lastEventId: string | undefined,
): Promise<{ member: { id: string }; source: Source }> {
  const refusal = errors.cannotReadReportQueue
  const moderator = await accessAsModerator(context, principal, refusal)
  await judgeView(context, moderator, sectionId, { siteRoles, refusal })

  const mayRead = async () => {
    const actor = await loadActor(context, principal)
    const roles = globalRoles(actor)
    const inQueue = sectionId === null ? roles.length > 0 : authorityIn(actor, sectionId).canModerate
    return { actor, inQueue, ofSite: roles[0] === 'Administrator' }
  }

  const source: Source = async (stream) => {
    const maySee = async ({ section, report }: Streamed) => {
      const { actor, inQueue, ofSite } = await mayRead()
      // Nothing is skipped: a caller who regains the right resumes from here.
      if (!inQueue) stream.end()
      if (!inQueue || (section === null && !ofSite)) return false
      if (report === undefined) return true
      const now = await readReportSection(context.db, report)
      return now !== undefined && authorityIn(actor, now).canModerate
    }
    const judging = async () => {
      while (!stream.ended.aborted) {
        await pause(JUDGED_EVERY_MS, stream.ended)
        if (!stream.ended.aborted && !(await mayRead()).inQueue) stream.end()
      }
    }
    await Promise.race([judging(), followModeration(context, { sectionId, lastEventId }, stream, maySee)])
  }
  return { member: moderator.user, source }
}
