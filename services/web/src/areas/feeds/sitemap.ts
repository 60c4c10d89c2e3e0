import { html } from 'hono/html'
import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'

/** How many threads of each section are listed; search engines find the others through the pages. */
const THREADS = 100

export const sitemap: Reader = async ({ api, site }) => {
  const { items } = await must(api.GET('/api/v1/forum/sections', { params: { query: { limit: 100 } } }))
  const sections = await Promise.all(
    items.map(({ id }) =>
      must(
        api.GET('/api/v1/forum/sections/{section_ref}', {
          params: { path: { section_ref: id }, query: { limit: THREADS } },
        }),
      ),
    ),
  )
  const paths = sections.flatMap(({ key, threads }) => [
    { path: `/sections/${key}`, time: undefined },
    ...threads.items.map(({ id, last_post }) => ({ path: `/threads/${id}`, time: last_post.ctime })),
  ])
  const urls = [{ path: '/', time: undefined }, ...paths].map(
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
