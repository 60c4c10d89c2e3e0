import { kept } from '@agora/shared/lifecycle/kept'
import type { Context } from '../../context.ts'
import type { MemberStatistics } from '../schemas.ts'
import { countAccounts } from '../store.ts'

const KEPT_MS = 60_000

/** Counts all members, not again within a minute. */
export const createMemberStatistics = ({ pool }: Pick<Context, 'pool'>): (() => Promise<MemberStatistics>) =>
  kept(KEPT_MS, () => countAccounts(pool))
