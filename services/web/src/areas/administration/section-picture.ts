import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pictureFields, sendPicture } from '../../http/send-picture.ts'
import type { Visit } from '../../http/visit.ts'
import { showSectionWith } from './section-form.tsx'

const listed = '/administration/sections'

const setPicture = ({ api }: Visit, section: string, media: string | null) =>
  must(
    api.PUT('/api/v1/forum/sections/{section_ref}/picture', {
      params: { path: { section_ref: section } },
      body: { media },
    }),
  )

export const changeSectionPicture: Writer = async (visit, { section = '' }, form) => {
  const { refusal } = await attempt(sendPicture(visit, form).then(({ id }) => setPicture(visit, section, id)))
  if (!refusal) return redirect(`${listed}/${section}`)
  return showSectionWith(visit, section, problemOf(refusal, visit, pictureFields))
}

export const removeSectionPicture: Writer = async (visit, { section = '' }) => {
  await setPicture(visit, section, null)
  return redirect(`${listed}/${section}`)
}
