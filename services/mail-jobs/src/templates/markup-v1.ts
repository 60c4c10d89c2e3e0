import { writeLetter } from './letter.ts'
import type { Template } from './template.ts'

/** The operators' message: subject and body from the startup configuration, variables from the payload's data. */
export const markupV1: Template = {
  kind: 'Markup',
  version: 1,
  render: ({ operator, variables, locale }) => writeLetter(operator, variables, locale),
}
