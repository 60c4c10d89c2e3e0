import type { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { errors } from '../errors.ts'

const words = new Map([
  [
    errors.invalidLogin,
    'The login or the password is not right. Check both, mind capital letters, and try again.',
  ],
  [
    errors.banned,
    'This account is banned. You can read without signing in; if you think it is a mistake, contact the site’s administrators.',
  ],
  [errors.captchaRequired, 'Please solve the check below as well, then send the form again.'],
  [
    errors.captchaInvalid,
    'The solved check has expired or was used before. Enter the password again, solve the check anew and send the form.',
  ],
  [errors.displayNameBlank, 'There is nothing to see in this display name. Choose another one.'],
  [
    errors.displayNameReserved,
    'This display name reads like that of an administrator, or is reserved. Choose another one.',
  ],
  [errors.usernameTaken, 'This username is already in use. Choose another one.'],
  [errors.invalidOrigin, 'This form was sent from another site. Open the page here and try again.'],
  [
    errors.invalidToken,
    'This link does not work any more: it was used already, is too old, or is for another account. Ask for a new one.',
  ],
  [
    errors.invalidState,
    'This was begun by somebody else, is done already, or took too long. Start again from your account here.',
  ],
  [
    errors.providerRefused,
    'The other site did not confirm that the account there is yours. If you did not mean to stop, start again.',
  ],
  [errors.providerAccountTaken, 'The account there is linked to another member here. Unlink it there first.'],
  [common.unauthenticated, 'You are not signed in, or not any more. Sign in and start again.'],
  [common.forbidden, 'This page is not for your account. Sign in with another one if you have it.'],
  [
    common.tooManyRequests,
    'Too much of this came from your account or your network lately. Wait a while, then try again.',
  ],
  [common.unavailable, 'That cannot be checked at the moment. Wait a little and try again.'],
])

/** What a member reads of an error: what is wrong and what to do. Undefined where there are no words for it. */
export const messageFor = ({ definition }: ApiError): string | undefined => words.get(definition)

export const staleForm =
  'The form had been open for too long, or your browser keeps no cookies. Please send it again.'

const fieldWords: Record<string, string> = {
  login: 'Enter your username or your email address.',
  username: 'The username must be 2 to 32 lowercase letters, digits or underscores, and begin with no digit.',
  display_name: "The display name must be 2 to 64 letters, digits, spaces, or any of _ ( ) - ' .",
  email: 'Enter an email address, such as name@example.org.',
  password: 'The password must be 8 to 256 characters long.',
}

interface Invalid {
  instancePath?: string
  params?: Record<string, unknown>
}

/** The field that a form's validation stumbled over. */
export function invalidField(validation: readonly Invalid[] | undefined): string | undefined {
  const issue = validation?.[0]
  if (!issue) return undefined
  const missing = issue.params?.missingProperty ?? (issue.params?.requiredProperties as string[])?.[0]
  return String(missing ?? issue.instancePath?.split('/')[1] ?? '')
}

export const messageForField = (name: string): string =>
  fieldWords[name] ?? 'The form was not complete. Fill it in and send it again.'
