import { must } from '../../api.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { accountPage } from './account.tsx'
import { changing } from './changing.ts'
import { saidIn } from './profile.tsx'

/** The form's names for the fields in the API's errors. */
const named = {
  'failed to parse provided body': 'about',
}

/** What is blank is cleared. */
const orNull = (text: string) => (text.trim() === '' ? null : text)

const change = changing(
  'profile',
  ({ api }, _path, form) => {
    const { about, pronouns, tagline } = saidIn(form)
    return must(
      api.PATCH('/api/v1/forum/self/profile', {
        body: { about: orNull(about), pronouns: orNull(pronouns), tagline: orNull(tagline) },
      }),
    )
  },
  named,
)

/** Saves the profile, or shows how its text would read. */
export const saveProfile: Writer = async (visit, params, form) => {
  if (form.text('act') !== 'preview') return change(visit, params, form)
  const { about } = saidIn(form)
  const returned = { part: 'profile' as const, form, params }
  // Nothing is said.
  if (orNull(about) === null) return accountPage(visit, { ...returned, preview: '' })
  const { value, refusal } = await attempt(
    must(visit.api.POST('/api/v1/forum/self/profile/preview', { body: { about } })),
  )
  return accountPage(
    visit,
    refusal
      ? { ...returned, problem: problemOf(refusal, visit, named) }
      : { ...returned, preview: value.html },
  )
}
