import { Type } from 'typebox'

export const UnsubscribeParams = Type.Object({
  token: Type.String({ description: 'The last part of the digest’s link.' }),
})

/** The answer reveals nothing. */
export const Unsubscribed = Type.Object({})
