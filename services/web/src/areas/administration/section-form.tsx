import { isDeepStrictEqual } from 'node:util'
import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { readGroups, readSections } from '../../lists.ts'
import { Input, type Problem, Select } from '../../view/fields.tsx'
import {
  checked,
  type FormValues,
  isChanged,
  OriginalValues,
  originalsIn,
} from '../../view/original-values.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import {
  AudienceFields,
  audienceIn,
  audienceOf,
  audienceValues,
  changedAudience,
  type Group,
  isUnclear,
  open,
  type WrittenAudience,
} from './audience.tsx'
import { administrationPage } from './frame.tsx'
import { Closing } from './section-closing.tsx'
import { SectionFace, SectionPicture } from './section-face.tsx'
import type { Section } from './sections.tsx'

const listed = '/administration/sections'
const key = /^[_a-z][_a-z0-9]{0,31}$/

/** A section's settings in a form. */
interface Written {
  key: string
  name: string
  locale: string
  parent: string
  order: string
  description: string
  /** Empty for none. */
  colour: string
  readers: WrittenAudience
  writers: WrittenAudience
}

const blank: Written = {
  key: '',
  name: '',
  locale: '',
  parent: '',
  order: '',
  description: '',
  colour: '',
  ...open,
}

const writtenIn = (form: Form, known: string | undefined): Written => ({
  key: known ?? form.text('key').trim(),
  name: form.text('section_name').trim(),
  locale: form.text('locale').trim(),
  parent: form.text('parent'),
  order: form.text('order').trim(),
  description: form.text('description').trim(),
  colour: form.has('has_colour') ? form.text('colour') : '',
  readers: audienceIn(form, 'readers'),
  writers: audienceIn(form, 'writers'),
})

/** The API does not return a section's order, which stays as it is if the form leaves it blank. */
const settingsOf = (
  { key, display_name, locale, parent, description = '', colour = '' }: Section,
  access: Schemas['ForumSectionAccess'],
): Written => ({
  key,
  name: display_name,
  locale: locale ?? '',
  parent: parent?.key ?? '',
  order: '',
  description,
  colour,
  readers: audienceOf(access.readers, 'readers'),
  writers: audienceOf(access.writers, 'writers'),
})

const isSame = ({ display_name, locale, parent }: Section, other: Written): boolean =>
  display_name === other.name && (locale ?? '') === other.locale && (parent?.key ?? '') === other.parent

async function hasAudiences(visit: Visit, { id }: Section, { readers, writers }: Written): Promise<boolean> {
  const access = await readAccess(visit, id)
  const present = {
    readers: audienceOf(access.readers, 'readers'),
    writers: audienceOf(access.writers, 'writers'),
  }
  return isDeepStrictEqual(present, { readers, writers })
}

const readAccess = ({ api }: Visit, id: string) =>
  must(api.GET('/api/v1/forum/sections/{section_ref}/access', { params: { path: { section_ref: id } } }))

/** The form's values of these settings. */
const valuesOf = ({ name, locale, parent, description, colour, readers, writers }: Written): FormValues => ({
  section_name: name,
  description,
  has_colour: checked(colour !== ''),
  ...(colour !== '' && { colour }),
  locale,
  parent,
  ...audienceValues('readers', readers),
  ...audienceValues('writers', writers),
})

/** What the form changes, over what the section has by now: the API sets all settings at once. */
const changedIn = (form: Form, written: Written, present: Written): Written => ({
  ...written,
  name: isChanged(form, 'section_name') ? written.name : present.name,
  locale: isChanged(form, 'locale') ? written.locale : present.locale,
  parent: isChanged(form, 'parent') ? written.parent : present.parent,
  description: isChanged(form, 'description') ? written.description : present.description,
  colour:
    isChanged(form, 'has_colour') || (form.has('has_colour') && isChanged(form, 'colour'))
      ? written.colour
      : present.colour,
})

/** The form's names for the fields in the API's errors. */
const fields = {
  display_name: 'section_name',
  'parent section not found': 'parent',
  'parent section holds threads': 'parent',
  'parent section is the section itself or below it': 'parent',
}

/** What the form offers to choose from. */
interface Choices {
  sections: readonly Section[]
  groups: readonly Group[]
}

const readChoices = async ({ api }: Visit): Promise<Choices> => {
  const [sections, groups] = await Promise.all([readSections(api), readGroups(api)])
  return { sections, groups }
}

export const showNewSection: Reader = async (visit) => sectionPage(visit, await readChoices(visit), blank)

export const createSection: Writer = async (visit, _params, form) => {
  const { words } = visit
  const choices = await readChoices(visit)
  const written = writtenIn(form, undefined)
  const refuse = (text: string, status: number) =>
    sectionPage(visit, choices, written, { problem: { field: 'key', text, status } })
  if (!key.test(written.key)) return refuse(words.fieldProblems.key, 422)
  const known = choices.sections.find((section) => section.key === written.key)
  // The first of two identical forms has created it.
  if (known && isSame(known, written) && (await hasAudiences(visit, known, written))) return redirect(listed)
  if (known) return refuse(words.administration.sections.taken, 409)
  const problem = await save(visit, written, form)
  return problem ? sectionPage(visit, choices, written, { problem }) : redirect(listed)
}

export const showSection: Reader = (visit, { section = '' }) => showSectionWith(visit, section)

/** @param pictureProblem why the picture that was sent is not shown */
export async function showSectionWith(visit: Visit, section: string, pictureProblem?: Problem) {
  const { choices, known, settings } = await readSection(visit, section)
  return sectionPage(visit, choices, settings, { known, originals: valuesOf(settings), pictureProblem })
}

export const updateSection: Writer = async (visit, { section = '' }, form) => {
  const { choices, known, settings } = await readSection(visit, section)
  const written = writtenIn(form, known.key)
  const problem = await save(visit, changedIn(form, written, settings), form)
  return problem
    ? sectionPage(visit, choices, written, { known, originals: originalsIn(form), problem })
    : redirect(listed)
}

/** @throws ApiRefusal for an unknown key */
async function readSection(visit: Visit, key: string) {
  const choices = await readChoices(visit)
  const known = choices.sections.find((one) => one.key === key)
  if (!known) throw new ApiRefusal(404, 'section not found')
  const access = await readAccess(visit, known.id)
  return { choices, known, settings: settingsOf(known, access) }
}

/** Returns the problem, if there is one. */
async function save(
  visit: Visit,
  { key, name, locale, parent, order, description, colour }: Written,
  form: Form,
): Promise<Problem | undefined> {
  const [readers, writers] = [changedAudience(form, 'readers'), changedAudience(form, 'writers')]
  const text = visit.words.fieldProblems.groups
  for (const act of ['readers', 'writers'] as const)
    if (isUnclear(form, act)) return { field: act, text, status: 422 }
  const { refusal } = await attempt(
    must(
      visit.api.PUT('/api/v1/forum/sections/{section_ref}', {
        params: { path: { section_ref: key } },
        body: {
          display_name: name,
          locale: locale === '' ? null : locale,
          ...(parent === '' ? {} : { parent }),
          ...(order === '' ? {} : { order: Number(order) }),
          description: description === '' ? null : description,
          colour: colour === '' ? null : colour,
          ...(readers && { readers }),
          ...(writers && { writers }),
        },
      }),
    ),
  )
  const field = readers === undefined && writers !== undefined ? 'writers' : 'readers'
  return refusal && problemOf(refusal, visit, { ...fields, 'section is wider than its parent': field })
}

interface Shape {
  /** The section that the form changes; undefined for a new one. */
  known?: Section
  originals?: FormValues
  problem?: Problem
  pictureProblem?: Problem | undefined
}

function sectionPage(
  visit: Visit,
  { sections, groups }: Choices,
  written: Written,
  { known, originals, problem, pictureProblem }: Shape = {},
) {
  const { words } = visit
  const { sections: own } = words.administration
  const title = known ? known.display_name : own.add
  const crumbs = [{ href: listed, name: own.title }]
  return administrationPage(
    visit,
    title,
    <>
      <PostForm
        visit={visit}
        to={known ? `${listed}/${known.key}` : `${listed}/new`}
        class="card narrow"
        problem={problem}
      >
        {originals && <OriginalValues values={originals} />}
        {!known && (
          <Input
            name="key"
            label={own.key}
            hint={own.keyHint}
            value={written.key}
            isRequired
            maxLength={32}
            pattern="[_a-z][_a-z0-9]*"
          />
        )}
        <Input name="section_name" label={own.name} value={written.name} isRequired maxLength={128} />
        <SectionFace words={words} written={written} />
        <Select
          name="parent"
          label={own.parent}
          hint={own.parentHint}
          value={written.parent}
          options={[
            ['', own.noParent],
            ...sections
              .filter((section) => section.key !== known?.key)
              .map(({ key, display_name }) => [key, display_name] as const),
          ]}
        />
        <Input name="locale" label={own.locale} hint={own.localeHint} value={written.locale} maxLength={35} />
        <Input
          name="order"
          type="number"
          label={own.order}
          hint={known ? own.orderStays : own.orderHint}
          value={written.order}
        />
        {(['readers', 'writers'] as const).map((act) => (
          <AudienceFields words={words} act={act} written={written[act]} groups={groups} />
        ))}
        <SubmitOr label={known ? words.compose.save : own.add} to={listed} link={words.back} />
      </PostForm>
      {known && <SectionPicture visit={visit} section={known} problem={pictureProblem} />}
      {known && <Closing visit={visit} section={known} />}
    </>,
    { crumbs, problem: problem ?? pictureProblem },
  )
}
