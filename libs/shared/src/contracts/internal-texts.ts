import { type Static, Type } from 'typebox'
import { Timestamp } from './types.ts'

/**
 * The forum's `GET /internal/texts`, for the gateway only: the site's rules in each language, and when they were written. Who
 * registers accepts those of one language and time.
 */
export const SiteTexts = Type.Object({
  texts: Type.Array(
    Type.Object({
      key: Type.String(),
      locale: Type.String(),
      time: Timestamp,
      /** Their markup; a forum of the release before does not say it, and names other texts as well. */
      source: Type.Optional(Type.String()),
    }),
  ),
})
export type SiteTexts = Static<typeof SiteTexts>
