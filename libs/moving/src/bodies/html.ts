import { readCovered } from './covered.ts'
import type { Converted, Dialect } from './pieces.ts'
import { isS9e, S9eReader } from './s9e.ts'
import { readTags } from './tags.ts'

/** HTML as markup. What has no counterpart stays readable text, what is no text is left out. */
export const fromHtml = (html: string, dialect: Dialect): Converted =>
  readCovered(dialect, (reader) => {
    if (isS9e(html)) readTags(html, new S9eReader(reader), true)
    else readTags(html, reader, false)
  })
