import { must } from './api.ts'
import type { Visit } from './http/visit.ts'

/** The pages that a site writes itself, in the order in which the footer names them; the welcome is on the front page. */
export const textKeys = ['rules', 'legal', 'privacy', 'contact'] as const
export const allTextKeys = ['welcome', ...textKeys] as const
/** What every page shows until its end; it has no page of its own. */
export const ANNOUNCEMENT = 'announcement'
export const writtenKeys = [...allTextKeys, ANNOUNCEMENT] as const
export type WrittenKey = (typeof writtenKeys)[number]
export type TextKey = (typeof allTextKeys)[number]

/** A text in the reader's language, or in another one that there is. */
export const readText = ({ api, locale }: Visit, key: TextKey) =>
  must(api.GET('/api/v1/forum/texts/{key}', { params: { path: { key }, query: { locale } } }))

export const isWritten = ({ texts }: Visit, key: TextKey) => texts.some((text) => text.key === key)
