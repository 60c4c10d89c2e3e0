import type { Schemas } from '@agora/client'
import { ApiRefusal, must, mustAsk } from '../../api.ts'
import { PictureForm, type SentPicture } from '../../http/picture-form.ts'
import type { Visit } from '../../http/visit.ts'
import { changing } from './changing.ts'

/** A picture is sent and decoded while its sender waits, in milliseconds. */
const PICTURE_MS = 125_000

const named = {
  'no picture': 'picture',
  'unsupported image': 'picture',
  'invalid image': 'picture',
  'picture is too large': 'picture',
}

const sendPicture = ({ upload }: Visit, { type, content }: SentPicture): Promise<Schemas['Media']> =>
  mustAsk<Schemas['Media']>(
    upload({
      method: 'POST',
      path: '/api/v1/media',
      headers: { 'content-type': type },
      body: content,
      answerMs: PICTURE_MS,
    }),
  ).catch((error) => {
    const isTooLarge = error instanceof ApiRefusal && error.status === 413
    throw isTooLarge ? new ApiRefusal(413, 'picture is too large') : error
  })

export const changeAvatar = changing(
  'avatar',
  async (visit, path, form) => {
    const picture = form instanceof PictureForm ? form.picture : undefined
    if (!picture) throw new ApiRefusal(422, 'no picture')
    const { id } = await sendPicture(visit, picture)
    await must(visit.api.PUT('/api/v1/users/{user_id}/avatar', { params: { path }, body: { media: id } }))
  },
  named,
)

export const removeAvatar = changing('avatar', ({ api }, path) =>
  must(api.DELETE('/api/v1/users/{user_id}/avatar', { params: { path } })),
)
