import { html } from 'hono/html'

/** The texts of second factors. */
export const factors = {
  title: 'Two-step sign-in',
  about:
    'With a second factor your password alone is not enough to sign in: you also enter a code that your phone shows, or use a passkey instead of the password.',
  staff:
    'On this site the roles of moderators and administrators count only for those who have a second factor.',
  lacking: (href: string) =>
    html`<p>Your role does not count yet: this site wants a second factor for it. <a href="${href}">Add one</a>.</p>`,
  none: 'You have no second factor.',
  kinds: { Totp: 'Codes by time', Passkey: 'Passkey', RecoveryCodes: 'Recovery codes' },
  added: 'added',
  lastUsed: 'last used',
  remaining: (count: number) => (count === 1 ? 'one code left' : `${count} codes left`),
  remove: 'Remove',
  addTotp: 'Add a program that shows codes',
  totpHint: 'For example an authenticator app on your phone.',
  addPasskey: 'Add a passkey',
  passkeyHint:
    'Your device, or a security key, recognises you by a fingerprint, a face or a PIN. This needs JavaScript.',
  name: 'Name',
  nameHint: 'So that you recognise it, such as “Phone”.',
  goOn: 'Continue',
  scan: 'Scan this picture with the program, or enter the secret there by hand. Then enter the code that it shows.',
  picture: 'The secret as a QR code',
  secret: 'Secret',
  code: 'Code',
  enable: 'Turn it on',
  make: 'Make the passkey',
  renew: 'New recovery codes',
  renewHint: 'If you have lost or used them. The old ones stop working.',
  codes: 'Your recovery codes',
  codesText:
    'Print these codes or write them down, and keep them where nobody else finds them. Each signs you in once if you lose your phone or your passkey. They are shown only now.',
  kept: 'I have kept them',
  saved: 'Saved.',
  removed: 'The second factor is removed.',
  passkeyFailed: 'The passkey was not confirmed. Try again, or use another way.',
  usePasskey: 'Use a passkey',
  step: {
    title: 'One more step',
    about: 'Enter the code that your phone shows, or one of your recovery codes.',
    restart: 'Start again',
  },
}
