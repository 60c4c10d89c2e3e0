import { walkedAs } from './forum-walk.ts'
import { operations } from './operations.ts'

export interface ForumRoute {
  /** `GET /sections/{section_ref}`: below /api/v1/forum, notifications below /api/v1. */
  name: string
  errors: { status: number; message: string }[]
}

/** The forum's routes with the errors that the API's document lists for each, one pair per message. */
export function documentedErrors(): ForumRoute[] {
  return operations
    .filter(({ service }) => service === 'forum')
    .map(({ id, method, template, outcomes }) => ({
      name: `${method} ${walkedAs(template)}`,
      errors: outcomes
        .map((outcome) => outcome.slice(id.length + 1))
        .map((outcome) => ({ status: Number(outcome.slice(0, 3)), message: outcome.slice(4) }))
        .filter(({ status }) => status >= 400),
    }))
}
