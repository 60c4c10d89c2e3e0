/** What the pages say when something was refused or failed. */
export const refusals = {
  fieldProblems: {
    q: 'Search for 2 to 200 characters.',
    display_name:
      "A display name has 2 to 64 letters of any script, digits, spaces, or any of _ ( ) - ' . and must not resemble an administrator's.",
    email: 'Enter an email address, such as name@example.org.',
    password: 'A password has 8 to 256 characters.',
    current_password: 'This is not your current password.',
    factor_name: 'A name has 1 to 64 visible characters.',
    code: 'This code is wrong, or was used before.',
    about: 'Write up to 2,000 characters, and close every block that you open.',
    pronouns: 'Pronouns have up to 40 visible characters.',
    tagline: 'A line has up to 120 visible characters.',
    title: 'A title has 2 to 128 visible characters.',
    body: 'Write up to 65,536 characters, and close every block that you open.',
    comment: 'This is too long.',
    note: 'A note has 1 to 4,000 characters.',
    username: 'There is no member with this username.',
    reason_text: 'Give a reason: the member will read it.',
    answer: 'This note is too long.',
    internal_note: 'This note is too long.',
    new_username:
      'A username has 2 to 32 lowercase letters, digits or underscores, and does not begin with a digit.',
    key: 'A key has up to 32 lowercase letters, digits or underscores, and does not begin with a digit.',
    section_name: 'A name has 1 to 128 characters.',
    group_name: 'A name has 1 to 128 characters.',
    groups: 'Choose “members of groups” and at least one group, or no group.',
    parent: 'Choose another section, or none.',
    locale: 'Enter a language and a country, such as en-US, or just a language, such as eo.',
    order: 'Enter a whole number.',
    client_key:
      'A handle has 2 to 32 lowercase letters, digits or underscores, and does not begin with a digit.',
    client_name: 'A name has 2 to 32 letters, spaces, or any of _ ( ) -',
    app_uri: 'Enter a full address that begins with https:// or http://.',
    callback_uri: 'Enter a full address that begins with https:// or http://.',
    until: 'Enter a day.',
    site_name: 'A name has 1 to 64 characters.',
    rules: 'Please read and accept the rules.',
    most_uses: 'From 1 to 1,000.',
    days: 'From 1 to 90.',
    recipient: 'Enter an email address, such as name@example.org.',
    description: 'This is too long.',
    user_uri: 'Enter a full address with {user_id} in its path.',
    owners: 'There is no member with one of these ids.',
  },
  /** The API's errors in friendlier words. */
  refusals: {
    'section is wider than its parent':
      'This is more than the section above allows, or less than a section below has.',
    'group is in use': 'A section is for this group. Choose another audience there first.',
    'group not found': 'This group does not exist any more.',
    'recent sign-in is required':
      'You signed in a while ago. Enter your password, or a code of your second factor, so that nobody else does this for you.',
    'second factor is required':
      'This needs a second factor. Enter a code of yours; if you have none, add one on your account page.',
    'invalid second factor': 'This code is wrong, or was used before.',
    'invalid passkey': 'The passkey was not confirmed. Try again.',
    'account has as many authenticators as one may have':
      'Your account has as many second factors as it may have. Remove one first.',
    'account has no second factor': 'Add a second factor first.',
    'authenticator is already in force': 'This one is already there.',
    'invalid current password': 'This is not your current password.',
    'no confirmed email': 'Confirm an email address first: the link to your data is mailed there.',
    'account is an administrator’s': 'This is the account of an administrator. Take the role from it first.',
    'administrator is banned': 'This account is banned. Lift the ban first.',
    'registration is closed': 'Nobody can become a member at the moment.',
    'invitation is required':
      'To become a member here you need an invitation: a link that somebody gave you.',
    'invitation is invalid':
      'This invitation has ended, or was used as often as it can be. Ask for another one.',
    'invalid `accepted_rules`: are to be accepted': 'Please read and accept the rules.',
    'rules have changed': 'The rules were changed meanwhile. Please read and accept them as they are now.',
    'member has as many invitations as one may have':
      'You have as many open invitations as one may have. End some first.',
    'account is in the configuration': 'This account runs the site. Name another administrator first.',
    'failed to parse provided body':
      'This text cannot be posted: it is empty, or a [quote], [mod] or [admin] block is not closed, nested too deeply, or not available to you.',
    'failed to render provided body': 'This text is too long once it is formatted. Post it in parts.',
    'idempotency key was used for another request':
      'You have already sent this form with another text. To post this one as well, send it again.',
    'already sent':
      'You have already sent exactly this, so it was not sent again. To send it a second time, send it once more.',
    'current actor does not have the permission to create a post in this thread':
      'You cannot reply here: the thread is locked, or a moderator has muted your account.',
    'current actor does not have the permission to create a thread in this section':
      'You cannot start threads here: a moderator may have muted your account.',
    'current actor does not have the permission to update this post':
      'This post can no longer be edited: somebody has replied, or a moderator has changed it.',
    'already reported by this user and not yet resolved':
      'You have already reported this; a moderator will look at it.',
    'current actor does not have the permission to report this content':
      'You cannot report what you wrote yourself.',
    'invalid `picture`: must not move':
      'This picture is animated, and would move on every page. Choose one that does not move.',
    'no picture': 'Choose a picture first.',
    'unsupported image': 'This is no picture that can be shown. PNG, JPEG, GIF, WebP and AVIF can.',
    'invalid image': 'This picture cannot be shown: it is broken, or has too many pixels or frames.',
    'picture is too large': 'This picture is larger than 8 MB. Make it smaller, and send it again.',
    'report is already resolved': 'Somebody else has resolved this report in the meantime.',
    'a live mute already covers this scope': 'This member is already muted there.',
    'account is already banned': 'This account is already banned.',
    'target grantee user not found': 'There is no member with this username.',
    'username already in use': 'This username is already in use. Choose another one.',
    'invalid login or password':
      'The login or the password is incorrect. Check both, including capital letters, and try again.',
    'account is banned':
      'This account is banned. You can read without signing in; if you think it is a mistake, contact the site’s administrators.',
    'captcha is required': 'Please solve the check below as well, then send the form again.',
    'captcha is invalid':
      'The solved check has expired or was used before. Solve it again and send the form; enter the password as well where its field is empty.',
    'invalid `display_name`: there is nothing to see in it':
      'This display name has no visible characters. Choose another one.',
    'invalid `display_name`: it reads like the name of an administrator or a reserved one':
      'This display name resembles an administrator’s, or is reserved. Choose another one.',
    'authentication required': 'You are not signed in, or no longer. Sign in and start again.',
    'invalid origin': 'This form was sent from another site. Open the page here and try again.',
    'invalid token':
      'This link no longer works: it was already used, is too old, or is for another account. Ask for a new one.',
    'account has as many links as one may have':
      'Your account has as many links as it may have. Remove one first.',
    'invalid state':
      'This was started by somebody else, is already done, or took too long. Start again from your account here.',
    'provider refused':
      'The other site did not confirm that the account there is yours. If you did not mean to stop, start again.',
    'account is already linked': 'The account there is linked to another member here. Unlink it there first.',
    'parent section not found': 'This section no longer exists.',
    'parent section holds threads': 'This section contains threads, so no other section can be below it.',
    'parent section is the section itself or below it': 'A section cannot be below itself.',
    'client is in the configuration': 'This application is set in the configuration; change it there.',
  },
  returned: {
    signedOut: 'You are signed out. Nothing is lost.',
    signedOutText:
      'Your session has ended, so this was not sent. Sign in again in another window, then continue here.',
    signedOutEmpty: 'You are signed out',
    signedOutEmptyText: 'Your session has ended, so nothing was done. Sign in again, then do it once more.',
    signIn: 'Sign in (opens a new window)',
    again: 'Please send this once more',
    againText: (name: string) =>
      `This form belongs to another session, so it was not sent. You are signed in as ${name}; what you wrote is below. Check it, then send it again.`,
    againEmpty: (name: string) =>
      `This form belongs to another session, so nothing was done. You are signed in as ${name}: open the page anew, then do it once more.`,
    goOn: 'Continue',
    signedIn: (name: string) => `You are signed in, ${name}`,
    goBack: 'You can close this window, and continue in the other one with what you have written.',
  },
  errors: {
    notFound: {
      title: 'There is nothing here',
      text: 'This page does not exist, or no longer does: it may have been moved or deleted.',
    },
    signIn: {
      title: 'Sign in to continue',
      text: 'This page is for members. Sign in, and you will be taken back here.',
    },
    forbidden: { title: 'You cannot do this', text: 'Your account does not have permission to do this.' },
    conflict: {
      title: 'Already done',
      text: 'Somebody else was faster. Go back and look at what is there now.',
    },
    tooLarge: {
      title: 'That is too large',
      text: 'What you sent is larger than this site accepts. Go back: what you wrote is still there, and can be sent in parts. If you have been signed out since, sign in again in another window first.',
    },
    tooMany: {
      title: 'Not so fast',
      text: (wait: string | undefined) =>
        `You have done this too often recently. Try again ${wait ?? 'in a while'}; what you wrote is still there.`,
    },
    away: {
      title: 'One moment',
      text: 'This part of the site is not responding. Wait a little and try again; nothing is lost.',
    },
    ours: {
      title: 'Something went wrong',
      text: 'The error is on our side and has been logged. Try again in a while.',
    },
    malformed: {
      title: 'That did not work',
      text: 'This page could not process what it was sent. Go back and try again.',
    },
  },
}
