import { Type } from 'typebox'

export const UnsubscribeParams = Type.Object({
  token: Type.String({ description: 'The last part of the digest’s link.' }),
})

export const UnsubscribePage = Type.Unsafe<string>({
  type: 'string',
  contentMediaType: 'text/html',
  description: 'A page for people, in English or French.',
})
