import type { Visit } from '../../http/visit.ts'
import type { Locale } from '../../words/words.ts'

/** Keeps the language of a member's mails; where that fails, they come in the one of before. */
export const keepMailLanguage = ({ internal, request }: Visit, language: Locale): Promise<void> =>
  internal
    .keepLanguage(language)
    .catch((error) => request.log.error({ err: error }, 'the language of a member’s mails is not kept'))
