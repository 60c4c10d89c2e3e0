import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Check } from '../../view/fields.tsx'
import { Action } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import type { Section } from './sections.tsx'

const listed = '/administration/sections'

export const closeSection: Writer = async ({ api }, { section = '' }, form) => {
  if (!form.has('sure')) return redirect(`${listed}/${section}`)
  const params = { path: { section_ref: section } }
  await must(api.DELETE('/api/v1/forum/sections/{section_ref}', { params }))
  return redirect(listed)
}

export const openSection: Writer = async ({ api }, { section = '' }) => {
  const params = { path: { section_ref: section } }
  const present = await must(api.GET('/api/v1/forum/sections/{section_ref}', { params }))
  const { display_name, locale, parent } = present
  const settings = { display_name, locale, ...(parent && { parent: parent.key }) }
  await must(
    api.PUT('/api/v1/forum/sections/{section_ref}', { params, body: { ...settings, is_archived: false } }),
  )
  return redirect(`${listed}/${present.key}`)
}

/** Closes a section, or opens one that is closed. */
export function Closing({ visit, section }: { visit: Visit; section: Section }) {
  const { words } = visit
  const path = `${listed}/${section.key}`
  if (section.is_archived)
    return (
      <div class="card narrow">
        <p>{words.sections.isArchived}</p>
        <Action visit={visit} to={`${path}/open`}>
          {words.sections.openAgain}
        </Action>
      </div>
    )
  return (
    <details class="card narrow">
      <summary>{words.sections.closing}</summary>
      <PostForm visit={visit} to={`${path}/close`} class="">
        <p>{words.sections.closingMeans}</p>
        <Check name="sure" label={words.sections.isSure} isRequired />
        <button class="quiet alarm">{words.sections.close}</button>
      </PostForm>
    </details>
  )
}
