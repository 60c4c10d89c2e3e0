import { renderBody } from '../../../bodies/render.ts'
import type { Context } from '../../../context.ts'
import { grammarFor } from '../../sections/grammar.ts'
import { requireTextKey } from '../authority.ts'
import type { SiteText, TextInput } from '../schemas.ts'
import { ANNOUNCEMENT, writeText } from '../store.ts'
import { viewText } from '../views.ts'

/** Nobody is mentioned: names in it would not follow their members. */
const asSite = { role: undefined, canModerate: false }
const noMentions = { mentions: 0 }

/** @throws ApiError textNotFound, bodyNotParsed, bodyNotRendered */
export async function putText(
  { db, config }: Context,
  text: string,
  { locale, body, until = null }: TextInput,
): Promise<SiteText> {
  const key = requireTextKey(text)
  const rendered = await renderBody(db, body, grammarFor(asSite, config.forum.icons, noMentions))
  return viewText(await writeText(db, { key, locale }, rendered, key === ANNOUNCEMENT ? until : null), true)
}
