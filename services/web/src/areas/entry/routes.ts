import type { MountPages } from '../../http/pages.ts'
import { confirm, showConfirm } from './confirm.tsx'
import { consent, showConsent } from './consent.tsx'
import { answerDevice, showDevice } from './device.tsx'
import { leave, showSignedIn, showSignedOut, showSignOut, signOut } from './leave.tsx'
import { showLinked } from './linked.tsx'
import { register, showRegister } from './register.tsx'
import { forgot, reset, showForgot, showReset } from './reset.tsx'
import { showSignIn, signIn } from './sign-in.tsx'
import { showUnsubscribe, unsubscribe } from './unsubscribe.tsx'
import { showVerifyEmail, verifyEmail } from './verify-email.tsx'
import { showWelcome } from './welcome.tsx'

/** The pages by which people come in and leave, and to which mails and applications lead them. */
export const entryPages: MountPages = (pages) => {
  pages.get('/sign-in', showSignIn, ['next'])
  pages.postByAnybody('/sign-in', signIn)
  pages.get('/register', showRegister, ['next', 'invitation'])
  pages.postByAnybody('/register', register)
  pages.get('/welcome', showWelcome, ['next'])
  pages.post('/leave', leave)
  pages.get('/sign-out', showSignOut, ['client', 'to'])
  pages.postByAnybody('/sign-out', signOut)
  pages.get('/signed-out', showSignedOut, ['client', 'to'])
  pages.get('/signed-in', showSignedIn)
  pages.get('/confirm', showConfirm, ['next'])
  pages.postByAnybody('/confirm', confirm)
  pages.get('/verify-email', showVerifyEmail, ['token'])
  pages.postByAnybody('/verify-email', verifyEmail)
  pages.get('/forgot-password', showForgot)
  pages.postByAnybody('/forgot-password', forgot)
  pages.get('/reset-password', showReset, ['token'])
  pages.postByAnybody('/reset-password', reset)
  pages.get('/consent/:uid', showConsent)
  pages.postByAnybody('/consent/:uid', consent)
  pages.get('/device', showDevice, ['user_code'])
  pages.postByAnybody('/device', answerDevice)
  pages.get('/account-linked', showLinked)
  pages.get('/unsubscribe/:token', showUnsubscribe)
  pages.postByAnybody('/unsubscribe/:token', unsubscribe)
}
