import { writeLetter } from './letter.ts'
import type { Template } from './template.ts'

/** The operators' message: subject and body are the startup configuration's, the payload's data its variables. */
export const markupV1: Template = {
  kind: 'Markup',
  version: 1,
  render: ({ operator, variables, locale }) => writeLetter(operator, variables, locale),
}
