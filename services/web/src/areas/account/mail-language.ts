import type { Visit } from '../../http/visit.ts'
import { ownZoneOf } from '../../http/zones.ts'
import type { Locale } from '../../words/words.ts'

/** Keeps the language of a member's mails; where that fails, they come in the one of before. */
export const keepMailLanguage = ({ internal, request }: Visit, language: Locale): Promise<void> =>
  internal
    .keepLanguage(language)
    .catch((error) => request.log.error({ err: error }, 'the language of a member’s mails is not kept'))

/** Keeps the zone that a member chose, null for that of each device, and that of this one for their mails. */
export const keepZone = ({ internal, request }: Visit, chosen?: string | null): Promise<void> =>
  internal
    .keepZones({ chosen, device: ownZoneOf(request) })
    .catch((error) => request.log.error({ err: error }, 'the time zone of a member is not kept'))
