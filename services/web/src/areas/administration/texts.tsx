import { languages } from '@agora/shared/http/languages'
import { ApiRefusal, maybe, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { ANNOUNCEMENT, type WrittenKey, writtenKeys } from '../../texts.ts'
import { Input, type Problem, TextArea } from '../../view/fields.tsx'
import { Done, Time } from '../../view/parts.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { type Locale, locales } from '../../words/words.ts'
import { administrationPage } from './frame.tsx'

const listed = '/administration/texts'
const LONGEST = 65_536

export const showTexts: Reader = async (visit) => {
  const { api, words } = visit
  const { texts: own } = words.administration
  // Not those that are kept: whoever has just written one sees it.
  const { items } = await must(api.GET('/api/v1/forum/texts'))
  const timeOf = (key: WrittenKey, locale: Locale) =>
    items.find((text) => text.key === key && text.locale === locale)?.time
  return administrationPage(
    visit,
    own.title,
    <>
      {visit.query.has('done') && <Done>{own.saved}</Done>}
      <p>{own.means}</p>
      <ul class="rows">
        {writtenKeys.map((key) => (
          <li class="row one">
            <div class="row-main">
              <h2>{words.texts.titles[key]}</h2>
              <p class="meta">{own.about_[key]}</p>
              <ul class="inline">
                {locales.map((locale) => {
                  const time = timeOf(key, locale)
                  return (
                    <li>
                      <a href={`${listed}/${key}/${locale}`}>{languages[locale].name}</a>{' '}
                      <span class="meta">{time ? <Time visit={visit} time={time} /> : own.none}</span>
                    </li>
                  )
                })}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </>,
  )
}

/** @throws ApiRefusal for what is no text, or no language of the pages */
function named({ text = '', locale = '' }: Record<string, string>): { key: WrittenKey; locale: Locale } {
  const key = writtenKeys.find((one) => one === text)
  const language = locales.find((one) => one === locale)
  if (!key || !language) throw new ApiRefusal(404, 'text not found')
  return { key, locale: language }
}

interface Written {
  body: string
  /** The last day on which an announcement is shown. */
  until: string
}

async function readWritten({ api }: Visit, key: WrittenKey, locale: Locale): Promise<Written> {
  const params = { path: { key }, query: { locale } }
  const written = await maybe(api.GET('/api/v1/forum/texts/{key}', { params }))
  if (written?.locale !== locale) return { body: '', until: '' }
  return { body: written.marktwin ?? '', until: written.until?.slice(0, 10) ?? '' }
}

export const showTextForm: Reader = async (visit, params, kept) => {
  const { key, locale } = named(params)
  const written = await readWritten(visit, key, locale)
  return formPage(visit, key, locale, { ...written, ...(kept.body === undefined ? {} : { body: kept.body }) })
}

/** A text that is left blank is taken away. */
export const writeText: Writer = async (visit, params, form) => {
  const { key, locale } = named(params)
  const written = { body: form.text('body'), until: form.text('until') }
  const { refusal } = await attempt(save(visit, key, locale, written))
  return refusal
    ? formPage(visit, key, locale, written, problemOf(refusal, visit))
    : redirect(`${listed}?done=1`)
}

async function save(
  { api }: Visit,
  key: WrittenKey,
  locale: Locale,
  { body, until }: Written,
): Promise<void> {
  const path = { key }
  if (body.trim() === '') {
    await maybe(api.DELETE('/api/v1/forum/texts/{key}', { params: { path }, body: { locale } }))
    return
  }
  const end = key === ANNOUNCEMENT && until !== '' ? { until: `${until}T23:59:59.999Z` } : {}
  await must(api.PUT('/api/v1/forum/texts/{key}', { params: { path }, body: { locale, body, ...end } }))
}

function formPage(
  visit: Visit,
  key: WrittenKey,
  locale: Locale,
  { body, until }: Written,
  problem?: Problem,
) {
  const { words } = visit
  const { texts: own } = words.administration
  return administrationPage(
    visit,
    `${words.texts.titles[key]} (${languages[locale].name})`,
    <PostForm visit={visit} to={`${listed}/${key}/${locale}`} data-draft={visit.me?.id} problem={problem}>
      <TextArea
        name="body"
        label={own.text}
        hint={
          <>
            {own.blank} <a href="/markup">{words.footer.markup}</a>
          </>
        }
        value={body}
        rows={16}
        most={LONGEST}
        locale={locale}
      />
      {key === ANNOUNCEMENT && (
        <Input name="until" type="date" label={own.until} hint={own.untilHint} value={until} />
      )}
      <SubmitOr label={words.compose.save} to={listed} link={words.back} />
    </PostForm>,
    { crumbs: [{ href: listed, name: own.title }], problem },
  )
}
