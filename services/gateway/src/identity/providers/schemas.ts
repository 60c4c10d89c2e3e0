import { Type } from 'typebox'

export const providers = ['provider_a', 'provider_b'] as const
export type ProviderKey = (typeof providers)[number]

/** The parameters with which the provider sends a member back (RFC 6749, 4.1.2); the OpenID library validates them. */
export const ProviderAnswer = Type.Object({
  state: Type.Optional(Type.Unknown({ description: 'The state that was sent to the provider.' })),
  code: Type.Optional(Type.Unknown({ description: 'The provider’s authorization code.' })),
  error: Type.Optional(Type.Unknown({ description: 'Why there is no code.' })),
})
