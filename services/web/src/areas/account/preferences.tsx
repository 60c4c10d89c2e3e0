import { schemes } from '@agora/shared/config/colours'
import { languages } from '@agora/shared/http/languages'
import type { Form } from '../../http/form.ts'
import { safeNext } from '../../http/next.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { schemeOf } from '../../http/scheme.ts'
import type { Visit } from '../../http/visit.ts'
import { zoneOf } from '../../http/zones.ts'
import { Select } from '../../view/fields.tsx'
import { Done } from '../../view/parts.tsx'
import { locales, type Words } from '../../words/words.ts'
import { keepMailLanguage, keepZone } from './mail-language.ts'

const ONE_YEAR_S = 31_536_000

function cookie({ site }: Visit, name: string, value: string, seconds = ONE_YEAR_S): string {
  const secure = site.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** The language of this browser, by a cookie, and of a member's mails. */
async function chosenLanguage(visit: Visit, form: Form): Promise<string[]> {
  const language = locales.find((one) => one === form.text('lang'))
  if (!language) return []
  if (visit.me) await keepMailLanguage(visit, language)
  return [cookie(visit, 'lang', language)]
}

const choices = ['system', ...schemes] as const

/** The theme of this browser; without the cookie it is the system's. */
function chosenScheme(visit: Visit, form: Form): string[] {
  const chosen = choices.find((one) => one === form.text('scheme'))
  if (!chosen) return []
  return [chosen === 'system' ? cookie(visit, 'scheme', '', 0) : cookie(visit, 'scheme', chosen)]
}

export const chooseLanguage: Writer = async (visit, _params, form) =>
  redirect(safeNext(form.text('next')), await chosenLanguage(visit, form))

export const savePreferences: Writer = async (visit, _params, form) => {
  const zone = zoneOf(form.text('zone'))
  // A member without a zone has that of each device.
  const isOfDevice = visit.me !== undefined && form.has('zone') && form.text('zone') === ''
  if (visit.me && (zone || isOfDevice)) await keepZone(visit, zone ?? null)
  return redirect('/preferences?saved=1', [
    ...(await chosenLanguage(visit, form)),
    // Not every client accepts slashes in a cookie's value.
    ...(zone ? [cookie(visit, 'tz', zone.replaceAll('/', '.'))] : []),
    // The device says its own again.
    ...(isOfDevice ? [cookie(visit, 'tz', '', 0)] : []),
    ...chosenScheme(visit, form),
  ])
}

export const showPreferences: Reader = async ({ request, words, locale, zone, query, me }) => {
  const { preferences } = words
  return page(
    words.nav.preferences,
    <>
      {query.has('saved') && <Done>{preferences.saved}</Done>}
      <form method="post" action="/preferences" class="card narrow">
        <Select
          name="lang"
          label={preferences.language}
          value={locale}
          options={locales.map((one) => [one, languages[one].name])}
        />
        <Select
          name="zone"
          label={preferences.zone}
          hint={preferences.zoneHint}
          value={me ? (me.zone ?? '') : zone}
          options={[...(me ? [['', preferences.deviceZone] as const] : []), ['UTC', 'UTC']]}
          groups={zonesByContinent(words)}
        />
        <Select
          name="scheme"
          label={preferences.scheme}
          value={schemeOf(request) ?? 'system'}
          options={choices.map((one) => [one, preferences.schemes[one]])}
        />
        <button>{words.compose.save}</button>
      </form>
    </>,
    {
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      // It shows the colours that its reader has chosen, of which no other page tells.
      headers: { 'cache-control': 'no-store' },
    },
  )
}

/** The zones by the continent or ocean that their names begin with. */
function zonesByContinent({ preferences }: Words): [name: string, zones: [value: string, label: string][]][] {
  const groups = new Map<string, [string, string][]>()
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const at = zone.indexOf('/')
    if (at < 0) continue
    const part = zone.slice(0, at)
    const name = preferences.continents[part as keyof typeof preferences.continents] ?? part
    groups.set(name, [...(groups.get(name) ?? []), [zone, zone.slice(at + 1).replaceAll('_', ' ')]])
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other))
}
