import type { Schemas } from '@agora/client'
import { ApiRefusal, mustAsk } from '../api.ts'
import type { Form } from './form.ts'
import { PictureForm } from './picture-form.ts'
import type { Visit } from './visit.ts'

/** A picture is sent and decoded while its sender waits, in milliseconds. */
const PICTURE_MS = 125_000

/** The refusals of `sendPicture`, and the field of the form that they are about. */
export const pictureFields = {
  'no picture': 'picture',
  'unsupported image': 'picture',
  'invalid image': 'picture',
  'picture is too large': 'picture',
}

/**
 * Passes the form's picture on as it comes.
 *
 * @throws ApiRefusal if the form has none, or the API refuses it
 */
export async function sendPicture({ upload }: Visit, form: Form): Promise<Schemas['Media']> {
  const picture = form instanceof PictureForm ? form.picture : undefined
  if (!picture) throw new ApiRefusal(422, 'no picture')
  return mustAsk<Schemas['Media']>(
    upload({
      method: 'POST',
      path: '/api/v1/media',
      headers: { 'content-type': picture.type },
      body: picture.content,
      answerMs: PICTURE_MS,
    }),
  ).catch((error) => {
    const isTooLarge = error instanceof ApiRefusal && error.status === 413
    throw isTooLarge ? new ApiRefusal(413, 'picture is too large') : error
  })
}
