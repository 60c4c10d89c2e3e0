import { html } from 'hono/html'

/** The texts of signing in and registering, of mailed links and of consent. */
export const entry = {
  goOn: 'Continue',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  signIn: {
    title: 'Sign in',
    signedInAs: (name: string, next: string) =>
      html`<p>You are signed in as <strong>${name}</strong>. <a href="${next}">Continue</a>, or sign in as somebody else:</p>`,
    login: 'Username or email',
    password: 'Password',
    register: 'Become a member',
    forgot: 'Forgot your password?',
    banned: (reason: string, until: string | undefined, contact: string | undefined) =>
      `This account is banned${until === undefined ? '' : ` until ${until}`}: “${reason}” You can read without signing in; if you think it is a mistake, ${contact === undefined ? 'contact the site’s administrators' : `write to ${contact}`}.`,
  },
  register: {
    title: 'Become a member',
    username: 'Username',
    usernameHint: 'What you sign in with: 2 to 32 lowercase letters, digits or underscores.',
    displayName: 'Display name',
    displayNameHint: 'What others see, in letters of any script. You can change it later.',
    passwordHint: 'At least 8 characters.',
    passwordKept: 'The one that you have entered is kept for ten minutes; leave this empty to use it.',
    email: 'Email address (optional)',
    emailHint: 'Lets you back in if you forget your password. Nobody else sees it.',
    memberAlready: 'I am already a member',
  },
  admission: {
    acceptRules: 'I have read the rules and accept them',
    readRules: 'The rules',
  },
  welcome: {
    title: (name: string) => `Welcome, ${name}`,
    mailed: (email: string) =>
      html`<p>You are a member now. We have sent a mail to <strong>${email}</strong>: its link confirms the address and works for a
 day. If it does not arrive, have it sent again from your account.</p>`,
  },
  landing: {
    signedOut: 'You are signed out',
    signedOutText: 'Nobody is signed in on this device any more.',
    signInAgain: 'Sign in again',
  },
  signOut: {
    title: (site: string) => `Sign out of ${site}?`,
    asks: (member: string, client: string | undefined) =>
      html`<p>${client === undefined ? '' : html`<strong>${client}</strong> asks you to. `}You are signed in here as
 <strong>${member}</strong>. Signing out ends your session on this device only. Applications keep the access that you have given them.</p>`,
    after: (host: string) =>
      html`<p>Whatever you choose, you are taken back to <strong>${host}</strong>.</p>`,
    stay: 'Stay signed in',
  },
  captcha: {
    kept: 'The check is already done.',
    again: 'After so many names that were taken, the check has to be done once more.',
    ask: 'Verify that you are human',
    away: 'The check is not available at the moment. Click to try again.',
    noScript: 'This check needs JavaScript: your browser solves a small puzzle, to keep bots out.',
  },
  consent: {
    title: (client: string) => `${client} asks for access`,
    asks: (client: string, home: string, member: string | undefined) =>
      html`<p><strong>${client}</strong> (<a href="${home}" rel="noopener noreferrer">${
        new URL(home).host
      }</a>) asks for access to your account, <strong>${member}</strong>. It could:</p>`,
    scopes: {
      base:
        'see who you are: your display name and your member number, and the applications that you own here; ' +
        'find other members by name',
      'forum:read': 'read the forum as you, including what you have read and what is new to you',
      'forum:write':
        'write in the forum as you: start threads, reply, edit your posts, report; and see your notifications and what is new to you',
      'forum:moderate':
        'moderate as you, wherever you have a moderator’s role; write in the forum as you, and see your notifications and what is new to you',
      openid: 'recognise you when you come back: your member number, and when you signed in here',
      profile: 'see your display name, and when you last changed it',
      email: 'see your email address',
    },
    after: (host: string) => html`<p>It does not learn your password. Whatever you choose, you are taken to
 <strong>${host}</strong>.</p>`,
    allow: 'Allow',
    refuse: 'Refuse',
    back: (client: string) => `Back to ${client}`,
    goOn: (address: string) => html`<p><a href="${address}">Continue</a> if nothing happens.</p>`,
    expired: 'This request has expired',
    expiredText: `The application’s request was already answered, has waited too long, or belongs to another sign-in.
 Go back to the application and start again.`,
  },
  device: {
    title: 'Connect a device',
    about: 'Enter the code that your television, console or program shows.',
    code: 'Code',
    codeHint: 'Eight letters. Capitals and the hyphen do not matter.',
    check: (
      code: string,
    ) => html`<p>You entered <code>${code}</code>. Continue only if a device of yours shows
 this code, and you have just started to sign in there yourself. Nobody from this site will ever send you a code.</p>`,
    unknown:
      'No device is waiting for this code. It may have expired or been used already: have the device show a new one.',
    done: 'The device now has access',
    doneText: 'You can go back to it. It will continue by itself within a few seconds.',
    refused: 'The device was given no access',
    refusedText: 'Nothing has been shared with it.',
    toAccount: 'Applications with access to your account',
  },
  confirm: {
    title: 'Is it you?',
    ask: (
      name: string,
    ) => html`<p>You are signed in as <strong>${name}</strong>. You signed in a while ago. Enter your password
 to go on.</p>`,
    password: 'Your password',
  },
  verifyEmail: {
    title: 'Confirm your email address',
    signIn: 'Sign in to the account that requested this message, then you can confirm the address.',
    ask: (
      email: string,
      name: string,
      username: string,
    ) => html`<p>Add <strong>${email}</strong> to your account,
 <strong>${name}</strong> (${username})? Whoever reads mail at this address can then set a new password for the account.
 Do so only if the address is yours and you asked for this.</p>`,
    confirm: 'Confirm',
    leave: 'Cancel',
    another: 'Get a new link',
    done: 'Your address is confirmed',
    doneText: (
      email: string,
    ) => html`<p><strong>${email}</strong> is now an address of your account. You can sign in with
 it, and it lets you back in if you forget your password.</p>`,
  },
  reset: {
    forgot: 'Forgot your password?',
    email: 'Email address',
    emailHint: 'One that you have confirmed for your account.',
    send: 'Send me a link',
    remembered: 'I remember it',
    sent: 'Check your mail',
    sentText: (
      email: string,
    ) => html`<p>If <strong>${email}</strong> is a confirmed address of an account here, a message
 is on its way to it, with a link to choose a new password. The link works for an hour.</p>`,
    toSignIn: 'To the sign-in page',
    choose: 'Choose a new password',
    newPassword: 'New password',
    newPasswordHint: 'At least 8 characters. You will be signed out everywhere.',
    set: 'Set the password',
    done: 'Your new password is set',
    doneText: 'You have been signed out everywhere, and applications have to ask for access again.',
    useless: 'This link no longer works',
    uselessText: 'It was already used, is more than an hour old, or was replaced by a newer one.',
    another: 'Get a new one',
  },
  linking: {
    done: 'Your account is linked',
    doneText: `Your account here is now linked to the one you just signed in to. Only you can see that, unless you
 make it public.`,
    failed: 'The account is not linked',
  },
  oauth: {
    title: 'This request cannot be answered',
    text: `An application has sent you here with a request that this site does not accept. Nothing has been shared with it.`,
    tell: `Go back to the application and start again. If this page returns, tell the people who run the application
 what it says here:`,
  },
  unsubscribe: {
    title: 'No more digests?',
    asks: 'You will get no more mails about what is unread. Notifications on the site stay as they are.',
    button: 'Unsubscribe',
    done: 'You are unsubscribed. You can ask for digests again in the settings of your account.',
    back: 'To the site',
  },
  away: 'That cannot be checked at the moment. Wait a little and try again.',
  staleForm: 'The form was open for too long, or your browser keeps no cookies. Please send it again.',
  /** What is wrong with a field. */
  fields: {
    login: 'Enter your username or your email address.',
    username:
      'The username must be 2 to 32 lowercase letters, digits or underscores, and must not begin with a digit.',
    display_name:
      "The display name must be 2 to 64 letters of any script, digits, spaces, or any of _ ( ) - ' .",
    email: 'Enter an email address, such as name@example.org.',
    current_password: 'Enter your password.',
    password: 'The password must be 8 to 256 characters long.',
  },
}
