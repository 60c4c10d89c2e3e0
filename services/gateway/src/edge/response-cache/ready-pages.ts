import { whenOver } from '@agora/shared/http/over'
import type { ReadyAnswer, ReadyAnswers } from '@agora/shared/http/ready-answers'
import proxyAddress from 'proxy-addr'
import type { EdgeContext } from '../context.ts'
import { resent } from './shared-answers.ts'
import { sharingKey } from './sharing.ts'

/** Guests get what another guest got, as it was sent: most reads are of this kind. */
export function readyPages(context: EdgeContext, areOthersServed: () => boolean): ReadyAnswers {
  const { guestPages, holdings, knownParameters, requestLimits, trusted } = context

  /** Most callers take a page at once; it takes memory only while one does not. */
  const hold =
    (bytes: number): ReadyAnswer['hold'] =>
    (request, response) => {
      const holding = holdings.open()
      whenOver(request, response, () => holding.close())
      const giveWay = () => request.socket.destroy()
      if (holding.take(bytes)) holding.waitsForCaller(giveWay)
      else giveWay()
    }

  return {
    areOthersServed,
    keyOf: (request) => {
      // Whether a page of another origin may read it is for the hooks to judge.
      if (!guestPages.areKept || request.headers.origin !== undefined) return undefined
      return sharingKey(request, knownParameters)
    },
    find: (key, request) => {
      const page = guestPages.findSent(key)
      if (!page) return undefined
      const address = proxyAddress(request, trusted)
      if (!requestLimits.tryAdmit(address)) return requestLimits.admitSoon(address)
      guestPages.countHit()
      const answer = resent(page, request.headers, { address, hold })
      // Pages are for people.
      if (key.startsWith('/api/'))
        for (const header of Object.entries(requestLimits.headersFor(address, false)))
          answer.head.push(...header)
      return answer
    },
  }
}
