import type { Walk } from './suite-rows.ts'
import { appsWalk } from './suite-walk-apps.ts'
import { archiveWalk } from './suite-walk-archive.ts'
import { jobsWalk } from './suite-walk-jobs.ts'
import { avatarsWalk, mediaWalk } from './suite-walk-media.ts'

const noScope = '404 not found'

const captcha: Walk = {
  createCaptchaChallenge: [
    ['hands one out', 'guest', '/captcha/register/challenge', { challenge: { c: 1 } }],
    ['knows two scopes', 'guest', '/captcha/elsewhere/challenge', noScope],
  ],
  redeemCaptchaChallenge: [
    [
      'takes solutions',
      'guest',
      '/captcha/register/redeem',
      { success: true },
      ({ solved }) => solved('first'),
    ],
    [
      'takes them once',
      'guest',
      '/captcha/register/redeem',
      '400 captcha challenge was already redeemed',
      ({ solved }) => solved('first'),
    ],
    [
      'refuses a forged challenge',
      'guest',
      '/captcha/register/redeem',
      '400 invalid captcha challenge',
      { token: 'forged', solutions: [] },
    ],
    [
      'refuses another form’s',
      'guest',
      '/captcha/register/redeem',
      '400 captcha challenge was issued for another scope',
      ({ solved }) => solved('second', 'login'),
    ],
    [
      'refuses what solves nothing',
      'guest',
      '/captcha/login/redeem',
      '400 invalid captcha solutions',
      async ({ solved }) => ({ ...(await solved('second', 'login')), solutions: [] }),
    ],
    ['knows two scopes', 'guest', '/captcha/elsewhere/redeem', noScope, {}],
  ],
}

/** The operations of all services behind the gateway but the forum, which has a walk of its own. */
export const servicesWalk: Walk = {
  ...captcha,
  ...appsWalk,
  ...archiveWalk,
  ...jobsWalk,
  ...mediaWalk,
  ...avatarsWalk,
}
