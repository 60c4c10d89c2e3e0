import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessAsModerator } from '../../moderation/authority.ts'
import type { Resolutions, ResolutionsInput } from '../schemas.ts'
import { resolveAs } from './resolve-report.ts'

/**
 * Resolves many reports in the order given, each in its own transaction: if moderators resolve the same ones at once,
 * exactly one resolves each, and every caller learns the outcome.
 *
 * @throws ApiError cannotResolveReport to callers who moderate nothing
 */
export async function resolveReports(
  context: Context,
  principal: Caller,
  { reports, status, note = null }: ResolutionsInput,
): Promise<Resolutions> {
  const moderator = await accessAsModerator(context, principal, errors.cannotResolveReport)
  const results: Resolutions['results'] = []
  for (const report of reports) {
    try {
      await resolveAs(context, moderator, report, { status, note })
      results.push({ report, status: 200 })
    } catch (error) {
      // What is done stays done: a failure midway is reported with the rest.
      if (!(error instanceof ApiError))
        context.logger.error({ err: error, report }, 'a report was not resolved')
      const { status, message } = error instanceof ApiError ? error.definition : common.internal
      results.push({ report, status, error: message })
    }
  }
  return { results }
}
