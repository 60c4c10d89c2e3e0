import { readCookie } from '@agora/shared/http/cookies'
import { chosenLanguage } from '@agora/shared/http/languages'
import type { FastifyRequest } from 'fastify'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

export type { Words } from './en.ts'

const catalogue = { en, fr }
export type Locale = keyof typeof catalogue
export const locales = Object.keys(catalogue) as Locale[]

/**
 * The language that the reader chose on the pages, or else their browser's first choice among ours, or else English.
 */
export const localeOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Locale =>
  chosenLanguage(readCookie(headers.cookie, 'lang'), headers['accept-language'], locales) ?? 'en'

export const wordsIn = (locale: Locale): Words => catalogue[locale]

export const wordsFor = (request: Pick<FastifyRequest, 'headers'>): Words => wordsIn(localeOf(request))
