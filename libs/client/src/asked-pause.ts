import { secondsOf } from '@agora/shared/http/retry-after'

/** The pause that an answer asks for before the next request, in milliseconds; 0 where it asks for none. */
export const askedPauseOf = ({ headers }: Response): number =>
  (secondsOf(headers.get('retry-after'), headers.get('date')) ?? 0) * 1_000
