import type { SiteTexts } from '@agora/shared/contracts/internal-texts'
import type { Context } from '../../../context.ts'
import { timestamp } from '../../../resources/views.ts'
import { readRules } from '../store.ts'

export const listSiteTexts = async ({ db }: Context): Promise<SiteTexts> => ({
  texts: (await readRules(db)).map((rules) => ({ ...rules, time: timestamp(rules.time) })),
})
