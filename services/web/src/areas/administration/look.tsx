import { type ColourName, houseColours, type Scheme, schemes } from '@agora/shared/config/colours'
import { lowContrasts } from '@agora/shared/config/contrast'
import { languages, siteLanguages, siteLocales } from '@agora/shared/http/languages'
import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { Input, PasswordAgain, type Problem, Select } from '../../view/fields.tsx'
import { Done } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'
import { LookPictures, type RefusedPicture } from './look-pictures.tsx'
import { LookPreview, type Palette } from './look-preview.tsx'

const here = '/administration/look'
const names = Object.keys(houseColours.light) as ColourName[]
/** What most communities change; the rest is one step away. */
const first: readonly ColourName[] = ['accent', 'on_accent', 'accent_paper', 'paper', 'card', 'ink']
const others = names.filter((name) => !first.includes(name))

interface LookEntered {
  name: string
  mailLocale: string
  palette: Palette
  problem?: Problem
  isPreview?: boolean
  refused?: RefusedPicture | undefined
}

const paletteOf = (colour: (scheme: Scheme, name: ColourName) => string | undefined): Palette => {
  const of = (scheme: Scheme) =>
    Object.fromEntries(names.map((name) => [name, colour(scheme, name) ?? houseColours[scheme][name]]))
  return { light: of('light'), dark: of('dark') } as Palette
}

/** Nothing but a colour gets any further. */
const COLOUR = /^#[0-9a-f]{6}$/i
const paletteIn = (form: Form): Palette =>
  paletteOf((scheme, name) => {
    const given = form.text(`${scheme}_${name}`)
    return COLOUR.test(given) ? given.toLowerCase() : undefined
  })

/** Those that differ from the pages' own. */
const coloursOf = (palette: Palette) => {
  const own = (scheme: Scheme) =>
    Object.fromEntries(
      names
        .filter((name) => palette[scheme][name] !== houseColours[scheme][name].toLowerCase())
        .map((name) => [name, palette[scheme][name]]),
    )
  return { light: own('light'), dark: own('dark') }
}

export const showLook: Reader = (visit) => showLookWith(visit)

type Site = Awaited<ReturnType<typeof readSite>>
const readSite = ({ api }: Visit) => must(api.GET('/api/v1/site'))

/** @param refused a picture that could not be used */
export async function showLookWith(visit: Visit, refused?: RefusedPicture) {
  const site = await readSite(visit)
  const { name, mail_locale: mailLocale, colours } = site
  const palette = paletteOf((scheme, colour) => colours[scheme][colour])
  return lookPage(visit, site, { name, mailLocale, palette, refused })
}

/** Saves it, or shows what it would look like. */
export const changeLook: Writer = async (visit, _params, form) => {
  const { api } = visit
  const act = form.text('act')
  const name = form.text('site_name').trim()
  const mailLocale =
    siteLocales.find((one) => one === form.text('mail_locale')) ?? languages[siteLanguages[0]].locale
  const palette = act === 'reset' ? paletteOf(() => undefined) : paletteIn(form)
  const entered = { name, mailLocale, palette }
  if (act === 'preview' || act === 'reset')
    return lookPage(visit, await readSite(visit), { ...entered, isPreview: true })
  const body = { name, mail_locale: mailLocale, colours: coloursOf(palette) }
  const save = () => must(api.PATCH('/api/v1/site', { body }))
  const { refusal } = await attempt(confirmSelf(visit, form).then(save))
  if (!refusal) return redirect(`${here}?done=1`)
  return lookPage(visit, await readSite(visit), {
    ...entered,
    problem: problemOf(refusal, visit, { name: 'site_name' }),
  })
}

function lookPage(
  visit: Visit,
  site: Site,
  { name, mailLocale, palette, problem, isPreview, refused }: LookEntered,
) {
  const { words, query } = visit
  const { look: own } = words.administration
  const low = lowContrasts(palette)
  const colours = (scheme: Scheme, which: readonly ColourName[]) => (
    <div class="colours">
      {which.map((one) => (
        <Input name={`${scheme}_${one}`} type="color" label={own.colours[one]} value={palette[scheme][one]} />
      ))}
    </div>
  )
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('done') && !problem && !isPreview && !refused && <Done>{own.saved}</Done>}
      <PostForm
        visit={visit}
        to={here}
        problem={problem?.field === 'colours' ? { text: own.unreadable, status: 422 } : problem}
      >
        <Input name="site_name" label={own.name} value={name} isRequired maxLength={64} />
        <Select
          name="mail_locale"
          label={own.mailLocale}
          hint={own.mailLocaleHint}
          value={mailLocale}
          options={siteLanguages.map((one) => [languages[one].locale, languages[one].name] as const)}
        />
        <LookPreview visit={visit} name={name} palette={palette} />
        {low.length > 0 && (
          <div class="notice alarm" role="alert">
            <p>{own.low}</p>
            <ul>
              {low.map(({ scheme, colour, background, ratio, least }) => (
                <li>
                  {own.schemes[scheme]}:{' '}
                  {own.lowOf(own.colours[colour], own.colours[background], ratio, least)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {schemes.map((scheme) => (
          <fieldset>
            <legend>{own.schemes[scheme]}</legend>
            {colours(scheme, first)}
            <details>
              <summary>{own.more}</summary>
              {colours(scheme, others)}
            </details>
          </fieldset>
        ))}
        <PasswordAgain words={words} />
        <p class="choices">
          <button>{words.compose.save}</button>
          <button class="quiet" name="act" value="preview">
            {own.preview}
          </button>
          <button class="quiet" name="act" value="reset">
            {own.reset}
          </button>
        </p>
      </PostForm>
      <LookPictures visit={visit} site={site} refused={refused} />
    </>,
    { problem: problem ?? refused?.problem },
  )
}
