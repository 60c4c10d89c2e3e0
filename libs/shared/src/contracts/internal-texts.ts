import { type Static, Type } from 'typebox'
import { Timestamp } from './types.ts'

/**
 * The forum's `GET /internal/texts`, for the gateway only: which texts the site has, and when each was written. Who registers
 * accepts the rules of one language and time.
 */
export const SiteTexts = Type.Object({
  texts: Type.Array(Type.Object({ key: Type.String(), locale: Type.String(), time: Timestamp })),
})
export type SiteTexts = Static<typeof SiteTexts>
