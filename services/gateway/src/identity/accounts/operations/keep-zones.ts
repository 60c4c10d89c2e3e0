import type { ZoneChoice } from '@agora/shared/contracts/internal-pages'
import type { Context } from '../../context.ts'
import type { AskedFor } from '../../credentials/asked-for.ts'
import { keepZones as storeZones } from '../store.ts'

/** Keeps the time zone that a member chose on a page, and that of their device. */
export const keepZones = ({ pool }: Context, { accountId }: AskedFor, zones: ZoneChoice): Promise<void> =>
  storeZones(pool, accountId, zones)
