import type { Env } from '../config.ts'
import type { MountPages } from '../http/pages.ts'
import { accountPages } from './account/routes.ts'
import { administrationPages } from './administration/routes.ts'
import { archivePages } from './archive/routes.ts'
import { entryPages } from './entry/routes.ts'
import { feedPages } from './feeds/routes.ts'
import { findingPages } from './finding/routes.ts'
import { gamesPages } from './games/routes.ts'
import { importedPages } from './imported/routes.ts'
import { invitationPages } from './invitations/routes.ts'
import { moderationPages } from './moderation/routes.ts'
import { notificationPages } from './notifications/routes.ts'
import { operatorPages } from './operators/operations.tsx'
import { readingPages } from './reading/routes.ts'
import { referencePages } from './reference/reference.tsx'
import { refusalPages } from './refusals/refusals.tsx'
import { textPages } from './texts/routes.ts'
import { writingPages } from './writing/routes.ts'

/** All pages. */
export const areasOf = ({ env }: { env: Pick<Env, 'RUNBOOKS_URL'> }): readonly MountPages[] => [
  readingPages,
  findingPages,
  writingPages,
  notificationPages,
  moderationPages,
  administrationPages,
  accountPages,
  archivePages,
  gamesPages,
  invitationPages,
  textPages,
  feedPages,
  importedPages,
  entryPages,
  operatorPages(env.RUNBOOKS_URL),
  referencePages,
  refusalPages,
]
