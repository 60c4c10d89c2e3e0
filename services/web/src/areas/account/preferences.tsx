import { safeNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { zoneOf } from '../../http/zones.ts'
import { Select } from '../../view/fields.tsx'
import { Notice } from '../../view/parts.tsx'
import { locales } from '../../words/words.ts'

const ONE_YEAR_S = 31_536_000

function cookie({ site }: Visit, name: string, value: string): string {
  const secure = site.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure}`
}

const languageCookie = (visit: Visit, chosen: string): string[] =>
  locales.filter((one) => one === chosen).map((one) => cookie(visit, 'lang', one))

export const chooseLanguage: Writer = async (visit, _params, form) =>
  redirect(safeNext(form.text('next')), languageCookie(visit, form.text('lang')))

export const savePreferences: Writer = async (visit, _params, form) => {
  const zone = zoneOf(form.text('zone'))
  return redirect('/preferences?saved=1', [
    ...languageCookie(visit, form.text('lang')),
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
