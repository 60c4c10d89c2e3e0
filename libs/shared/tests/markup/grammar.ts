import type { Grammar } from '@agora/shared/markup/index'

/** The markup of an administrator. */
export const FULL: Grammar = {
  admin: true,
  code: true,
  depth: 4,
  emphasis: true,
  icons: ['smile', 'eye_roll', 'plus-1'],
  links: ['http', 'https'],
  mod: true,
  quote: true,
  spoiler: true,
  strikethrough: true,
  strong: true,
}

export const MEMBER: Grammar = { ...FULL, admin: false, mod: false }

/** Only text, line breaks and mentions. */
export const PLAIN: Grammar = {
  admin: false,
  code: false,
  depth: 0,
  emphasis: false,
  icons: [],
  links: [],
  mod: false,
  quote: false,
  spoiler: false,
  strikethrough: false,
  strong: false,
}

export const USER_ID = '018f6f2e-7c3a-7b1d-9c55-3f2a1b0c9d8e'
