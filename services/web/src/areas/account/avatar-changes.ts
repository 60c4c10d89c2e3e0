import { must } from '../../api.ts'
import { pictureFields, sendPicture } from '../../http/send-picture.ts'
import { changing } from './changing.ts'

export const changeAvatar = changing(
  'avatar',
  async (visit, path, form) => {
    const { id } = await sendPicture(visit, form)
    await must(visit.api.PUT('/api/v1/users/{user_id}/avatar', { params: { path }, body: { media: id } }))
  },
  pictureFields,
)

export const removeAvatar = changing('avatar', ({ api }, path) =>
  must(api.DELETE('/api/v1/users/{user_id}/avatar', { params: { path } })),
)
