import type { Reader } from '../../http/pages.ts'
import { notice } from '../../view/notice.tsx'

/** Where the browser ends up after linking an account elsewhere; its address contains nothing from there. */
export const showLinked: Reader = async ({ words }) =>
  notice(words.entry.linking.done, words.entry.linking.doneText, { href: '/', name: words.toFrontPage })
