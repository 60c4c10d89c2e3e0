import type { Form } from '../../http/form.ts'
import { safeNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { zoneOf } from '../../http/zones.ts'
import { Select } from '../../view/fields.tsx'
import { Notice } from '../../view/parts.tsx'
import { locales } from '../../words/words.ts'
import { keepMailLanguage } from './mail-language.ts'

const ONE_YEAR_S = 31_536_000

function cookie({ site }: Visit, name: string, value: string): string {
  const secure = site.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure}`
}

/** Of this browser by a cookie, and of a member's mails. */
async function chosenLanguage(visit: Visit, form: Form): Promise<string[]> {
  const language = locales.find((one) => one === form.text('lang'))
  if (!language) return []
  if (visit.me) await keepMailLanguage(visit, language)
  return [cookie(visit, 'lang', language)]
}

export const chooseLanguage: Writer = async (visit, _params, form) =>
  redirect(safeNext(form.text('next')), await chosenLanguage(visit, form))

export const savePreferences: Writer = async (visit, _params, form) => {
  const zone = zoneOf(form.text('zone'))
  return redirect('/preferences?saved=1', [
    ...(await chosenLanguage(visit, form)),
    // Not every client accepts slashes in a cookie's value.
    ...(zone ? [cookie(visit, 'tz', zone.replaceAll('/', '.'))] : []),
  ])
}

export const showPreferences: Reader = async ({ words, locale, zone, query }) => {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((one) => one !== 'UTC')]
  return page(
    words.nav.preferences,
    <>
      {query.has('saved') && (
        <Notice kind="good">
          <p>{words.preferences.saved}</p>
        </Notice>
      )}
      <form method="post" action="/preferences" class="card narrow">
        <Select
          name="lang"
          label={words.preferences.language}
          value={locale}
          options={locales.map((one) => [one, words.languages[one]])}
        />
        <Select
          name="zone"
          label={words.preferences.zone}
          hint={words.preferences.zoneHint}
          value={zone}
          options={zones.map((one) => [one, one.replaceAll('_', ' ')])}
        />
        <button>{words.compose.save}</button>
      </form>
    </>,
    { crumbs: [{ href: '/', name: words.nav.home }], isIndexed: false },
  )
}
