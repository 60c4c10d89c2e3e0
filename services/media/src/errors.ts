import { catalogue } from '@agora/shared/errors/catalogue'

/** This service's errors, besides those that all services share. */
export const errors = catalogue({
  mediaNotFound: {
    status: 404,
    message: 'media not found',
    description: 'No such picture, or no such variant of it.',
  },
  userNotFound: { status: 404, message: 'user not found' },
  unsupportedImage: {
    status: 415,
    message: 'unsupported image',
    description: 'Declared as, or by its content, something else than PNG, JPEG, GIF, WebP or AVIF.',
  },
  invalidImage: {
    status: 422,
    message: 'invalid image',
    description: 'Broken, over 40 megapixels in all of its frames, over 300 frames, or too costly to decode.',
  },
})
