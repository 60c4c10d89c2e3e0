import { must } from '../../api.ts'
import type { Document } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { threadPath } from '../reading/addresses.ts'
import { xmlText } from './xml.ts'

/** Threads in one file: what one read of the API gives. */
const THREADS = 100
/** The files listed for one section; search engines find its older threads through the pages. */
const FILES_OF_ONE = 20
/** The files listed for all sections together. */
const MAX_FILES = 2_000

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface SitemapEntry {
  path: string
  time?: string | undefined
}

/** A file of the sitemap's protocol: of pages, or the index of such files. */
function xml(site: string, kind: 'urlset' | 'sitemapindex', places: readonly SitemapEntry[]): Document {
  const one = kind === 'urlset' ? 'url' : 'sitemap'
  const entries = places.map(
    ({ path, time }) =>
      `<${one}><loc>${xmlText(`${site}${path}`)}</loc>${time === undefined ? '' : `<lastmod>${time}</lastmod>`}</${one}>`,
  )
  return {
    kind: 'document',
    type: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="utf-8"?>\n<${kind} xmlns="${NAMESPACE}">${entries.join('')}</${kind}>\n`,
  }
}

const readOverview = ({ api }: Visit) => must(api.GET('/api/v1/forum/overview'))

/** The index: each file takes one read of the API, however many sections and threads there are. */
export const sitemap: Reader = async (visit) => {
  const { sections } = await readOverview(visit)
  const files = sections.flatMap(({ key, threads, last_post: last }): SitemapEntry[] => {
    const number = Math.min(Math.ceil(threads.count / THREADS), FILES_OF_ONE)
    const path = `/sections/${key}/sitemap.xml`
    const others = Array.from({ length: Math.max(0, number - 1) }, (_, index) => ({
      path: `${path}?page=${index + 2}`,
    }))
    return number === 0 ? [] : [{ path, time: last?.post.ctime }, ...others]
  })
  return xml(visit.site, 'sitemapindex', [{ path: '/sitemap-sections.xml' }, ...files.slice(0, MAX_FILES)])
}

export const sectionsSitemap: Reader = async (visit) => {
  const { sections } = await readOverview(visit)
  return xml(visit.site, 'urlset', [
    { path: '/' },
    ...sections.map(({ key }) => ({ path: `/sections/${key}` })),
  ])
}

/** Threads of a section, those with the newest posts first. */
export const sectionSitemap: Reader = async ({ api, query, site }, { section: ref = '' }) => {
  const offset = (pageNumber(query) - 1) * THREADS
  const params = { path: { section_ref: ref }, query: { offset, limit: THREADS } }
  const { threads } = await must(api.GET('/api/v1/forum/sections/{section_ref}', { params }))
  return xml(
    site,
    'urlset',
    threads.items.map((thread) => ({ path: threadPath(thread), time: thread.last_post.ctime })),
  )
}

/** Pages that only perform an action, or that nobody searches for. */
const closed = ['/api/', '/moderation', '/members/', '/preferences', '/reports', '/sign-in', '/register']

export const robots: Reader = async ({ site }) => ({
  kind: 'document',
  type: 'text/plain; charset=utf-8',
  text: [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n'),
})
