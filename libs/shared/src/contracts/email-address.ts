import { Type } from 'typebox'

/** RFC 5321, 4.5.3.1: at most 64 octets before the @ and 254 in all. */
export const EmailAddress = Type.String({
  format: 'email',
  maxLength: 254,
  pattern: '^[^@]{1,64}@',
  description: 'An email address.',
})
