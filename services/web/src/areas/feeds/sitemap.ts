import { html } from 'hono/html'
import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'
import { readEach, readSections } from '../../lists.ts'

/** How many threads of each section are listed; search engines find the others through the pages. */
const THREADS = 100
/** Of how many sections threads are listed, since each costs the API a read whenever anybody asks for the sitemap. */
const SECTIONS_WITH_THREADS = 100
/** The protocol's limit. */
const MOST_URLS = 50_000

/** All sections, and the threads of the first ones that have any. */
export const sitemap: Reader = async ({ api, site }) => {
  const sections = await readSections(api)
  const threads = await readEach(
    sections.filter(({ threads: { count } }) => count > 0).slice(0, SECTIONS_WITH_THREADS),
    async ({ id }) => {
      const params = { path: { section_ref: id }, query: { limit: THREADS } }
      return (await must(api.GET('/api/v1/forum/sections/{section_ref}', { params }))).threads.items
    },
  )
  const urls = [
    { path: '/', time: undefined },
    ...sections.map(({ key }) => ({ path: `/sections/${key}`, time: undefined })),
    ...threads.flat().map(({ id, last_post }) => ({ path: `/threads/${id}`, time: last_post.ctime })),
  ]
    .slice(0, MOST_URLS)
    .map(
      ({ path, time }) =>
        `<url><loc>${html`${site}${path}`}</loc>${time === undefined ? '' : `<lastmod>${time}</lastmod>`}</url>`,
    )
  return {
    kind: 'document',
    type: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
  }
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
