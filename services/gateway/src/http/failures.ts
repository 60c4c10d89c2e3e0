import { isDatabaseAway } from '@agora/shared/database/away'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'

/** Turns anything thrown into an `ApiError`: while the database is away, callers are told to come again. */
export const toFailure = (thrown: unknown): ApiError =>
  !(thrown instanceof ApiError) && isDatabaseAway(thrown)
    ? new ApiError(common.unavailable, { cause: thrown, headers: { 'retry-after': '2' } })
    : toApiError(thrown)
