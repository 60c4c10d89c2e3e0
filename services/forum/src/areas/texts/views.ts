import { timestamp } from '../../views.ts'
import type { SiteText, TextNames } from './schemas.ts'
import type { TextName, TextRow } from './store.ts'

type Name = TextNames['items'][number]

export const viewTextName = ({ key, locale, time }: TextName): Name => ({
  type: 'SiteText',
  key: key as Name['key'],
  locale: locale as Name['locale'],
  time: timestamp(time),
})

/** @param withSource for who may write it. */
export const viewText = (row: TextRow, withSource: boolean): SiteText => ({
  ...viewTextName(row),
  html: row.html,
  ...(withSource ? { marktwin: row.source } : {}),
})
