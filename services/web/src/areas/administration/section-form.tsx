import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { FormProblem, Input, type Problem, Select } from '../../view/fields.tsx'
import { FormToken } from '../../view/parts.tsx'
import { isChanged, Shown, type ShownValues, shownIn } from '../../view/shown.tsx'
import { administrationPage } from './frame.tsx'
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
}

const blank: Written = { key: '', name: '', locale: '', parent: '', order: '' }

const writtenIn = (form: Form, known: string | undefined): Written => ({
  key: known ?? form.text('key').trim(),
  name: form.text('section_name').trim(),
  locale: form.text('locale').trim(),
  parent: form.text('parent'),
  order: form.text('order').trim(),
})

/** The API does not return a section's order, which stays as it is if the form leaves it blank. */
const settingsOf = ({ key, display_name, locale, parent }: Section): Written => ({
  key,
  name: display_name,
  locale: locale ?? '',
  parent: parent?.key ?? '',
  order: '',
})

const isSame = (one: Written, other: Written): boolean =>
  one.name === other.name && one.locale === other.locale && one.parent === other.parent

/** The form's values of these settings. */
const shownOf = ({ name, locale, parent }: Written): ShownValues => ({ section_name: name, locale, parent })

/** What the form changes, over what the section has by now: the API sets all settings at once. */
const changedIn = (form: Form, written: Written, present: Written): Written => ({
  ...written,
  name: isChanged(form, 'section_name') ? written.name : present.name,
  locale: isChanged(form, 'locale') ? written.locale : present.locale,
  parent: isChanged(form, 'parent') ? written.parent : present.parent,
})

/** The form's names for the fields in the API's errors. */
const fields = {
  display_name: 'section_name',
  'parent section not found': 'parent',
  'parent section holds threads': 'parent',
  'parent section is the section itself or below it': 'parent',
}

export const showNewSection: Reader = async (visit) =>
  sectionPage(visit, await readSections(visit.api), blank)

export const createSection: Writer = async (visit, _params, form) => {
  const { words } = visit
  const sections = await readSections(visit.api)
  const written = writtenIn(form, undefined)
  const refuse = (text: string, status: number) =>
    sectionPage(visit, sections, written, { problem: { field: 'key', text, status } })
  if (!key.test(written.key)) return refuse(words.fieldProblems.key, 422)
  const known = sections.find((section) => section.key === written.key)
  // The first of two identical forms has created it.
  if (known && isSame(settingsOf(known), written)) return redirect(listed)
  if (known) return refuse(words.administration.sections.taken, 409)
  const problem = await save(visit, written)
  return problem ? sectionPage(visit, sections, written, { problem }) : redirect(listed)
}

export const showSection: Reader = async (visit, { section = '' }) => {
  const sections = await readSections(visit.api)
  const known = requireSection(sections, section)
  const settings = settingsOf(known)
  return sectionPage(visit, sections, settings, { known, shown: shownOf(settings) })
}

export const updateSection: Writer = async (visit, { section = '' }, form) => {
  const sections = await readSections(visit.api)
  const known = requireSection(sections, section)
  const written = writtenIn(form, known.key)
  const problem = await save(visit, changedIn(form, written, settingsOf(known)))
  return problem
    ? sectionPage(visit, sections, written, { known, shown: shownIn(form), problem })
    : redirect(listed)
}

function requireSection(sections: readonly Section[], key: string): Section {
  const section = sections.find((one) => one.key === key)
  if (!section) throw new ApiRefusal(404, 'section not found')
  return section
}

/** Returns the problem, if there is one. */
async function save(
  visit: Visit,
  { key, name, locale, parent, order }: Written,
): Promise<Problem | undefined> {
  const { refusal } = await attempt(
    must(
      visit.api.PUT('/api/v1/forum/sections/{section_ref}', {
        params: { path: { section_ref: key } },
        body: {
          display_name: name,
          locale: locale === '' ? null : locale,
          ...(parent === '' ? {} : { parent }),
          ...(order === '' ? {} : { order: Number(order) }),
        },
      }),
    ),
  )
  return refusal && problemOf(refusal, visit, fields)
}

interface Shape {
  /** The section that the form changes; undefined for a new one. */
  known?: Section
  shown?: ShownValues
  problem?: Problem
}

function sectionPage(
  visit: Visit,
  sections: readonly Section[],
  written: Written,
  { known, shown, problem }: Shape = {},
) {
  const { words } = visit
  const { sections: own } = words.administration
  const title = known ? known.display_name : own.add
  const crumbs = [{ href: listed, name: own.title }]
  return administrationPage(
    visit,
    title,
    <form method="post" action={known ? `${listed}/${known.key}` : `${listed}/new`} class="card narrow">
      <FormToken visit={visit} />
      {shown && <Shown values={shown} />}
      <FormProblem problem={problem} />
      {!known && (
        <Input
          name="key"
          label={own.key}
          hint={own.keyHint}
          value={written.key}
          isRequired
          maxLength={32}
          pattern="[_a-z][_a-z0-9]*"
          problem={problem}
        />
      )}
      <Input
        name="section_name"
        label={own.name}
        value={written.name}
        isRequired
        maxLength={128}
        problem={problem}
      />
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
        problem={problem}
      />
      <Input
        name="locale"
        label={own.locale}
        hint={own.localeHint}
        value={written.locale}
        maxLength={35}
        problem={problem}
      />
      <Input
        name="order"
        type="number"
        label={own.order}
        hint={known ? own.orderStays : own.orderHint}
        value={written.order}
        problem={problem}
      />
      <p class="choices">
        <button>{known ? words.compose.save : own.add}</button>
        <a href={listed}>{words.back}</a>
      </p>
    </form>,
    { crumbs, status: problem?.status ?? 200 },
  )
}
