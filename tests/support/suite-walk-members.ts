import type { Walk } from './suite-rows.ts'
import { accountsWalk } from './suite-walk-accounts.ts'
import { administrationWalk } from './suite-walk-administration.ts'
import { clientsWalk } from './suite-walk-clients.ts'
import { factorsWalk } from './suite-walk-factors.ts'
import { linksWalk } from './suite-walk-links.ts'
import { passwordsWalk, sessionsWalk, signInWalk } from './suite-walk-sign-in.ts'

/** The gateway's own operations, in an order in which each finds what those before it have left. */
export const membersWalk: Walk = {
  ...administrationWalk,
  ...accountsWalk,
  ...signInWalk,
  ...sessionsWalk,
  ...linksWalk,
  ...factorsWalk,
  ...passwordsWalk,
  ...clientsWalk,
}
