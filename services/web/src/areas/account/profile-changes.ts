import { must } from '../../api.ts'
import { changing } from './changing.ts'
import { saidIn } from './profile.tsx'

/** The form's names for the fields in the API's errors. */
const named = {
  'failed to parse provided body': 'about',
}

/** What is blank is cleared. */
const orNull = (text: string) => (text.trim() === '' ? null : text)

export const saveProfile = changing(
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
