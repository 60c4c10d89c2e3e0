import { ApiRefusal, maybe, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { allTextKeys, type TextKey } from '../../texts.ts'
import { FormProblem, type Problem, TextArea } from '../../view/fields.tsx'
import { FormToken, Notice, Time } from '../../view/parts.tsx'
import { type Locale, locales } from '../../words/words.ts'
import { administrationPage } from './frame.tsx'

const listed = '/administration/texts'
const LONGEST = 65_536

export const showTexts: Reader = async (visit) => {
  const { api, words } = visit
  const { texts: own } = words.administration
  // Not those that are kept: whoever has just written one sees it.
  const { items } = await must(api.GET('/api/v1/forum/texts'))
  const timeOf = (key: TextKey, locale: Locale) =>
    items.find((text) => text.key === key && text.locale === locale)?.time
  return administrationPage(
    visit,
    own.title,
    <>
      {visit.query.has('done') && (
        <Notice kind="good">
          <p>{own.saved}</p>
        </Notice>
      )}
      <p>{own.means}</p>
      <ul class="rows">
        {allTextKeys.map((key) => (
          <li class="row one">
            <div class="row-main">
              <h2>{words.texts.titles[key]}</h2>
              <p class="meta">{own.about_[key]}</p>
              <ul class="inline">
                {locales.map((locale) => {
                  const time = timeOf(key, locale)
                  return (
                    <li>
                      <a href={`${listed}/${key}/${locale}`}>{words.languages[locale]}</a>{' '}
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
function named({ text = '', locale = '' }: Record<string, string>): { key: TextKey; locale: Locale } {
  const key = allTextKeys.find((one) => one === text)
  const language = locales.find((one) => one === locale)
  if (!key || !language) throw new ApiRefusal(404, 'text not found')
  return { key, locale: language }
}

async function sourceOf({ api }: Visit, key: TextKey, locale: Locale): Promise<string> {
  const params = { path: { key }, query: { locale } }
  const written = await maybe(api.GET('/api/v1/forum/texts/{key}', { params }))
  return written?.locale === locale ? (written.marktwin ?? '') : ''
}

export const showTextForm: Reader = async (visit, params, kept) => {
  const { key, locale } = named(params)
  return formPage(visit, key, locale, kept.body ?? (await sourceOf(visit, key, locale)))
}

/** A text that is left blank is taken away. */
export const writeText: Writer = async (visit, params, form) => {
  const { key, locale } = named(params)
  const body = form.text('body')
  const { refusal } = await attempt(save(visit, key, locale, body))
  return refusal
    ? formPage(visit, key, locale, body, problemOf(refusal, visit))
    : redirect(`${listed}?done=1`)
}

async function save({ api }: Visit, key: TextKey, locale: Locale, body: string): Promise<void> {
  const path = { key }
  if (body.trim() === '')
    await maybe(api.DELETE('/api/v1/forum/texts/{key}', { params: { path }, body: { locale } }))
  else await must(api.PUT('/api/v1/forum/texts/{key}', { params: { path }, body: { locale, body } }))
}

function formPage(visit: Visit, key: TextKey, locale: Locale, body: string, problem?: Problem) {
  const { words } = visit
  const { texts: own } = words.administration
  return administrationPage(
    visit,
    `${words.texts.titles[key]} (${words.languages[locale]})`,
    <form method="post" action={`${listed}/${key}/${locale}`} class="card" data-draft={visit.me?.id}>
      <FormToken visit={visit} />
      <FormProblem problem={problem} />
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
        problem={problem}
      />
      <p class="choices">
        <button>{words.compose.save}</button>
        <a href={listed}>{words.back}</a>
      </p>
    </form>,
    { crumbs: [{ href: listed, name: own.title }], status: problem?.status ?? 200 },
  )
}
