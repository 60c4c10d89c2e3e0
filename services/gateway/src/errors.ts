import { GAME_LINK_NOT_FOUND } from '@agora/shared/contracts/internal-game-links'
import { NOTHING_TO_SEND } from '@agora/shared/contracts/internal-mail'
import { USER_NOT_FOUND } from '@agora/shared/contracts/internal-users'
import { catalogue } from '@agora/shared/errors/catalogue'

/** The gateway's own errors, besides the common ones. */
export const errors = catalogue({
  userNotFound: { status: 404, message: USER_NOT_FOUND },
  mediaNotFound: {
    status: 404,
    message: 'media not found',
    description: 'No such picture that the administrator has sent.',
  },
  nothingToSend: { status: 404, message: NOTHING_TO_SEND },
  registrationClosed: { status: 403, message: 'registration is closed' },
  invitationRequired: { status: 403, message: 'invitation is required' },
  invitationInvalid: {
    status: 403,
    message: 'invitation is invalid',
    description: 'Unknown, ended, or used as often as it can be.',
  },
  rulesNotAccepted: { status: 422, message: 'invalid `accepted_rules`: are to be accepted' },
  rulesChanged: {
    status: 409,
    message: 'rules have changed',
    description: 'Show them as they are now (`GET /forum/texts/rules`), and have them accepted.',
  },
  tooManyInvitations: { status: 409, message: 'member has as many invitations as one may have' },
  invitationNotFound: { status: 404, message: 'invitation not found' },
  usernameTaken: { status: 409, message: 'username already in use' },
  displayNameBlank: { status: 422, message: 'invalid `display_name`: there is nothing to see in it' },
  displayNameReserved: {
    status: 422,
    message: 'invalid `display_name`: it reads like the name of an administrator or a reserved one',
    description: 'Letters that look alike, case and marks do not count.',
  },
  invalidLogin: {
    status: 401,
    message: 'invalid login or password',
    description: 'Whether or not the account exists, in the same time.',
  },
  secondFactorRequired: {
    status: 401,
    message: 'second factor is required',
    description: 'The password was right. Send it again with a code, or sign in by a passkey.',
  },
  secondFactorWrong: {
    status: 401,
    message: 'invalid second factor',
    description: 'Counts like a wrong password. A code works once.',
  },
  secondFactorRefused: {
    status: 403,
    message: 'invalid second factor',
    description: 'Counts like a wrong password. A code works once.',
  },
  codeWrong: {
    status: 422,
    message: 'invalid second factor',
    description: 'The code is not of this secret, or was used before.',
  },
  passkeyRefused: {
    status: 401,
    message: 'invalid passkey',
    description:
      'Unknown, of another account or site, without somebody whom it recognised, its count has fallen, or the challenge has ended or was answered.',
  },
  passkeyMisshapen: {
    status: 422,
    message: 'invalid passkey',
    description: 'It answers no challenge of this member’s that is still open, or was made for another site.',
  },
  authenticatorNotFound: { status: 404, message: 'authenticator not found' },
  authenticatorEnabled: { status: 409, message: 'authenticator is already in force' },
  tooManyAuthenticators: { status: 409, message: 'account has as many authenticators as one may have' },
  noFactorToRecover: {
    status: 409,
    message: 'account has no second factor',
    description: 'Recovery codes stand in for one: add it first.',
  },
  banned: {
    status: 403,
    message: 'account is banned',
    description: 'The password was right, the account is banned.',
  },
  captchaRequired: { status: 401, message: 'captcha is required' },
  captchaInvalid: {
    status: 403,
    message: 'captcha is invalid',
    description: 'The token is forged, expired, for another form or already spent.',
  },
  invalidOrigin: {
    status: 403,
    message: 'invalid origin',
    description: 'A write that another site’s page sent.',
  },
  currentPasswordMissing: {
    status: 422,
    message: 'invalid `current_password`: is required',
    description: 'Changing one’s own username or password needs the current password.',
  },
  currentPasswordWrong: { status: 403, message: 'invalid current password' },
  administratorConfigured: {
    status: 409,
    message: 'account is in the configuration',
    description: 'Name another administrator in the startup configuration first.',
  },
  accountOfAdministrator: {
    status: 409,
    message: 'account is an administrator’s',
    description: 'Nobody but its member changes it. Take the role from it first.',
  },
  administratorBanned: {
    status: 409,
    message: 'administrator is banned',
    description: 'Lift the ban first.',
  },
  noConfirmedEmail: {
    status: 409,
    message: 'no confirmed email',
    description: 'There is no address to mail the link to.',
  },
  gameLinkNotFound: { status: 404, message: GAME_LINK_NOT_FOUND },
  alreadyLinked: {
    status: 409,
    message: 'account is already linked',
    description: 'The member or the game account has another link on this server.',
  },
  alreadyBanned: { status: 409, message: 'account is already banned' },
  banNotFound: { status: 404, message: 'ban not found' },
  clientsConflict: {
    status: 500,
    message: 'internal error',
    expected: true,
    description: 'The store refused the upsert: id and key name two clients.',
  },
  invalidToken: {
    status: 400,
    message: 'invalid token',
    description:
      'The token is forged, spent, expired or superseded, or its address now belongs to another account.',
  },
  invalidState: {
    status: 400,
    message: 'invalid state',
    description: 'This session has not started this linking, or it is finished or has expired.',
  },
  providerRefused: {
    status: 400,
    message: 'provider refused',
    description: 'The provider or the member refused, or the answer is invalid.',
  },
  tooManyUserLinks: { status: 409, message: 'account has as many links as one may have' },
  providerAccountTaken: {
    status: 409,
    message: 'account is already linked',
    description: 'The account at the provider is linked to another member.',
  },
  nothingToResend: {
    status: 404,
    message: 'no mail to resend',
    description: 'There is no unused mail from the last day.',
  },
  sessionNotFound: { status: 404, message: 'session not found' },
  grantNotFound: { status: 404, message: 'grant not found' },
  clientNotFound: { status: 404, message: 'client not found' },
  clientConfigured: {
    status: 409,
    message: 'client is in the configuration',
    description: 'Remove it from the startup configuration first: every start would register it again.',
  },
  nameTooShort: {
    status: 422,
    message: 'invalid `name`: must be 2 to 64 characters',
    description: 'Only administrators may omit it.',
  },
  banExpired: { status: 422, message: 'invalid `expires_at`: must be in the future' },
})
