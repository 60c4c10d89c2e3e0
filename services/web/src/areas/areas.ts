import type { Area } from '../http/pages.ts'
import { accountPages } from './account/routes.ts'
import { administrationPages } from './administration/routes.ts'
import { archivePages } from './archive/routes.ts'
import { feedPages } from './feeds/routes.ts'
import { findingPages } from './finding/routes.ts'
import { moderationPages } from './moderation/routes.ts'
import { notificationPages } from './notifications/routes.ts'
import { readingPages } from './reading/routes.ts'
import { writingPages } from './writing/routes.ts'

/** All pages. */
export const areas: readonly Area[] = [
  readingPages,
  findingPages,
  writingPages,
  notificationPages,
  moderationPages,
  administrationPages,
  accountPages,
  archivePages,
  feedPages,
]
