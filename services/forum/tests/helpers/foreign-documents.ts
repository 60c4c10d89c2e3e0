import type fc from 'fast-check'
import { type Foreign, foreignHtml, foreignMarkdown } from './foreign.ts'
import { bbcodeElsewhere, foreignBbcode } from './foreign-bbcode.ts'
import { foreignS9e, s9eElsewhere } from './foreign-s9e.ts'

/** What is written elsewhere, at random, each with how it is read there where neither HTML nor markdown-it tells. */
export const foreign: readonly [
  name: string,
  format: Foreign,
  documents: fc.Arbitrary<string>,
  elsewhere?: (body: string) => string,
][] = [
  ['HTML', 'html', foreignHtml],
  ['Markdown', 'markdown', foreignMarkdown],
  ['BBCode', 'bbcode', foreignBbcode, bbcodeElsewhere],
  ['phpBB’s XML', 'html', foreignS9e, s9eElsewhere],
]
