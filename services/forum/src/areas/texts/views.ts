import { timestamp } from '../../resources/views.ts'
import type { SiteText, TextNames } from './schemas.ts'
import { ANNOUNCEMENT, type TextName, type TextRow } from './store.ts'

type Name = TextNames['items'][number]

export const viewTextName = ({ key, locale, time, until, html }: TextName): Name => ({
  type: 'SiteText',
  key: key as Name['key'],
  locale: locale as Name['locale'],
  time: timestamp(time),
  ...(key === ANNOUNCEMENT && html !== null ? { until: until && timestamp(until), html } : {}),
})

/** @param withSource for those who may write it. */
export const viewText = (row: TextRow, withSource: boolean): SiteText => ({
  ...viewTextName(row),
  html: row.html,
  ...(withSource ? { marktwin: row.source } : {}),
})
