import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { FormProblem, Input, type Problem, Select } from '../../view/fields.tsx'
import { FormToken, Notice } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'
import { isConfigured, type Section } from './sections.tsx'

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
    sectionPage(visit, sections, written, undefined, { field: 'key', text, status })
  if (!key.test(written.key)) return refuse(words.fieldProblems.key, 422)
  const known = sections.find((section) => section.key === written.key)
  // The first of two identical forms has created it.
  if (known && isSame(settingsOf(known), written)) return redirect(listed)
  if (known) return refuse(words.administration.sections.taken, 409)
  return save(visit, sections, written, undefined)
}

export const showSection: Reader = async (visit, { section = '' }) => {
  const sections = await readSections(visit.api)
  const known = requireSection(sections, section)
  return sectionPage(visit, sections, settingsOf(known), known)
}

export const updateSection: Writer = async (visit, { section = '' }, form) => {
  const sections = await readSections(visit.api)
  const known = requireSection(sections, section)
  return save(visit, sections, writtenIn(form, known.key), known)
}

function requireSection(sections: readonly Section[], key: string): Section {
  const section = sections.find((one) => one.key === key)
  if (!section) throw new ApiRefusal(404, 'section not found')
  return section
}

async function save(
  visit: Visit,
  sections: readonly Section[],
  written: Written,
  known: Section | undefined,
) {
  const { name, locale, parent, order } = written
  const { refusal } = await attempt(
    must(
      visit.api.PUT('/api/v1/forum/sections/{section_ref}', {
        params: { path: { section_ref: written.key } },
        body: {
          display_name: name,
          locale: locale === '' ? null : locale,
          ...(parent === '' ? {} : { parent }),
          ...(order === '' ? {} : { order: Number(order) }),
        },
      }),
    ),
  )
  if (!refusal) return redirect(listed)
  return sectionPage(visit, sections, written, known, problemOf(refusal, visit.words, fields))
}

function sectionPage(
  visit: Visit,
  sections: readonly Section[],
  written: Written,
  known?: Section,
  problem?: Problem,
) {
  const { words } = visit
  const { sections: own } = words.administration
  const title = known ? known.display_name : own.add
  const crumbs = [{ href: listed, name: own.title }]
  if (known && isConfigured(visit, known.key))
    return administrationPage(
      visit,
      title,
      <Notice>
        <p>{own.configuredMeans}</p>
      </Notice>,
      { crumbs },
    )
  return administrationPage(
    visit,
    title,
    <form method="post" action={known ? `${listed}/${known.key}` : `${listed}/new`} class="card narrow">
      <FormToken visit={visit} />
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
