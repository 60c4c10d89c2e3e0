import { onePixel } from './suite-contents.ts'
import { forMembers, type Walk } from './suite-rows.ts'

const aPng = { 'content-type': 'image/png' }
const noMedia = '404 media not found'
const most = 8 * 1_048_576

/** Pictures. */
export const mediaWalk: Walk = {
  createMedia: [
    ['keeps a picture', 'member', '/media', { type: 'Media', width: 1 }, async () => onePixel(), aPng],
    ['needs a member', 'guest', '/media', '401 authentication required', async () => onePixel(), aPng],
    [
      'refuses bad credentials',
      'bad credentials',
      '/media',
      '401 invalid credentials',
      async () => onePixel(),
      aPng,
    ],
    [
      'refuses a token that may not write',
      'application',
      '/media',
      '403 forbidden',
      async () => onePixel(),
      aPng,
    ],
    [
      'takes pictures only',
      'member',
      '/media',
      '415 unsupported image',
      async () => Buffer.from('<svg>'),
      aPng,
    ],
    [
      'takes whole pictures',
      'member',
      '/media',
      '422 invalid image',
      async () => onePixel().subarray(0, 20),
      aPng,
    ],
    [
      'takes no larger ones',
      'member',
      '/media',
      '413 request body is too large',
      async () => Buffer.alloc(most + 1),
      aPng,
    ],
  ],
  getMedia: [
    ['shows it', 'guest', '/media/{picture}/full', '200'],
    ['shows it to all alike', 'bad credentials', '/media/{picture}/thumbnail', '200'],
    ['knows no such picture', 'guest', '/media/{nowhere}/full', noMedia],
    ['knows no such variant', 'guest', '/media/{picture}/half', noMedia],
  ],
  putMediaDraft: [
    ['keeps it for a draft', 'member', '/media/{picture}/draft', '200'],
    ['knows no such picture', 'member', '/media/{nowhere}/draft', noMedia],
    ...forMembers('/media/{picture}/draft'),
    ['refuses a token that may not write', 'application', '/media/{picture}/draft', '403 forbidden'],
    ['refuses others', 'other', '/media/{picture}/draft', '403 forbidden'],
  ],
  deleteMediaDraft: [
    ['lets go of it', 'member', '/media/{picture}/draft', '200'],
    ['knows no such picture', 'member', '/media/{nowhere}/draft', noMedia],
    ...forMembers('/media/{picture}/draft'),
    ['refuses a token that may not write', 'application', '/media/{picture}/draft', '403 forbidden'],
    ['refuses others', 'other', '/media/{picture}/draft', '403 forbidden'],
  ],
  deleteMedia: [
    ['deletes it', 'member', '/media/{doomed_picture}', '200'],
    ['deletes it once', 'member', '/media/{doomed_picture}', noMedia],
    ...forMembers('/media/{picture}'),
    ['refuses a token that may not write', 'application', '/media/{picture}', '403 forbidden'],
    ['refuses others', 'other', '/media/{picture}', '403 forbidden'],
  ],
}

const avatar = '/users/{member}/avatar'
const chosen = { media: '{picture}' }
const noUser = '404 user not found'

/** What members show as theirs. */
export const avatarsWalk: Walk = {
  getAvatar: [
    ['draws one', 'guest', avatar, '200'],
    ['knows its sizes', 'guest', `${avatar}?size=192`, '200'],
    ['knows no others', 'guest', `${avatar}?size=50`, '400 invalid `size` query parameter'],
    ['knows nobody of this id', 'guest', '/users/{nowhere}/avatar', noUser],
  ],
  putAvatar: [
    ['shows a picture', 'member', avatar, '200', chosen],
    ...forMembers(avatar, chosen),
    ['refuses tokens', 'application', avatar, '403 forbidden', chosen],
    ['refuses others', 'other', avatar, '403 forbidden', chosen],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/avatar', noUser, chosen],
    ['knows no such picture', 'member', avatar, noMedia, { media: '{nowhere}' }],
  ],
  deleteAvatar: [
    ['draws one again', 'member', avatar, '200'],
    ...forMembers(avatar),
    ['refuses others', 'other', avatar, '403 forbidden'],
    ['knows nobody of this id', 'administrator', '/users/{nowhere}/avatar', noUser],
  ],
}
