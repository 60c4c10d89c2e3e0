import type { IncomingHttpHeaders } from 'node:http'
import { guest, PRINCIPAL_HEADER, type Principal } from '@agora/shared/contracts/principal'
import type { UpstreamName } from '@agora/shared/contracts/services'
import { readCookie } from '@agora/shared/http/cookies'
import { chosenLanguage, type SiteLanguage, siteLanguages } from '@agora/shared/http/languages'
import { readText } from '@agora/shared/upstream/read-text'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { LRUCache } from 'lru-cache'

/** A page as the web service has drawn it. */
export interface DrawnPage {
  headers: Readonly<Record<string, string>>
  body: string
}

/** Draws the page at an address of the web service below /internal; undefined while it cannot. */
export type DrawPage = (path: string, headers: IncomingHttpHeaders) => Promise<DrawnPage | undefined>

interface PrincipalSigner {
  sign(principal: Principal, audience: UpstreamName): string | Promise<string>
}

/** Whoever gets such a page has waited already, in milliseconds. */
const ANSWER_MS = 1_000
/** A refusal must cost less than what is refused: a page is the same for everybody, and kept for a while. */
const MAX_PAGES = 64
const KEPT_MS = 60_000
/** Longer addresses are those of errors in the words of some request, in characters. */
const LONGEST_KEPT = 256

const passedOn = ['content-type', 'content-security-policy', 'x-frame-options', 'referrer-policy', 'vary']

/**
 * The pages that the gateway answers without passing a request on: refusals, and OAuth errors that must not go to the
 * client. The web service draws them, for guests: whom one is refused does not matter.
 */
export function drawnPages(web: Pick<Upstream, 'isEmpty' | 'send'>, principals: PrincipalSigner): DrawPage {
  const draw = async (path: string, language: SiteLanguage): Promise<DrawnPage | undefined> => {
    const { statusCode, headers, body } = await web.send({
      method: 'GET',
      path,
      headers: { [PRINCIPAL_HEADER]: await principals.sign(guest, 'web'), 'accept-language': language },
      answerMs: ANSWER_MS,
    })
    const text = await readText(body, AbortSignal.timeout(ANSWER_MS))
    if (statusCode !== 200) return undefined
    const own = passedOn.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    )
    return { headers: Object.fromEntries(own), body: text }
  }
  const kept = new LRUCache<string, DrawnPage>({
    max: MAX_PAGES,
    ttl: KEPT_MS,
    allowStaleOnFetchRejection: true,
    fetchMethod: (key) => {
      const [language, path = ''] = key.split(' ')
      return draw(path, language as SiteLanguage)
    },
  })
  return async (path, headers) => {
    if (web.isEmpty) return undefined
    const language =
      chosenLanguage(readCookie(headers.cookie, 'lang'), headers['accept-language'], siteLanguages) ??
      siteLanguages[0]
    const drawing = path.length > LONGEST_KEPT ? draw(path, language) : kept.fetch(`${language} ${path}`)
    return drawing.catch(() => undefined)
  }
}
