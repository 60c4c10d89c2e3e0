import { serviceAt } from '@agora/shared/contracts/services'
import type { Server } from '@agora/shared/http/types'
import { restOfSite } from '../upstreams/services.ts'
import { entryPages } from './entry-pages.ts'
import { Permits } from './permits.ts'

/** The share of all permits that one service may have, including the gateway. */
const OF_ONE = 2 / 3
/** The share that all services behind the gateway may have together: whatever their load, people can still sign in. */
const FORWARDED = 5 / 6

/** Shares out the permits among the services, so that a rush on one does not starve the others. */
export function createPermits(limit: number) {
  const all = new Permits(limit)
  const forwarded = new Permits(Math.ceil(limit * FORWARDED), all)
  const ofOne = Math.ceil(limit * OF_ONE)
  const own = new Permits(ofOne, all)
  const ofServices = new Map<string, Permits>()
  const permitsOfService = (service: string) => {
    const known = ofServices.get(service) ?? new Permits(ofOne, forwarded)
    ofServices.set(service, known)
    return known
  }
  const ownPages = new Set<string>(entryPages)
  const pageOf = (path: string) => path.split(/[/?]/, 2)[1] ?? ''

  return {
    /** Learns which other paths of the site are the gateway's own. */
    follow: (app: Server) =>
      app.addHook('onRoute', ({ url, config }) => {
        if (!config?.isProxied) ownPages.add(pageOf(url))
      }),
    /** Whether any request is in progress. */
    areUsed: () => all.areUsed,
    permitsOf: (path: string): Permits => {
      const service = serviceAt(path) ?? (ownPages.has(pageOf(path)) ? undefined : restOfSite)
      return service === undefined ? own : permitsOfService(service)
    },
  }
}
