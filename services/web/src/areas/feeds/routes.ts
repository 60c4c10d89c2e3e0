import type { MountPages } from '../../http/pages.ts'
import { sectionFeed, siteFeed, threadFeed } from './feeds.ts'
import { robots, sectionSitemap, sectionsSitemap, sitemap } from './sitemap.ts'

export const feedPages: MountPages = (pages) => {
  pages.get('/feed.atom', siteFeed)
  pages.get('/sections/:section/feed.atom', sectionFeed)
  pages.get('/threads/:thread/feed.atom', threadFeed)
  pages.get('/sitemap.xml', sitemap)
  pages.get('/sitemap-sections.xml', sectionsSitemap)
  pages.get('/sections/:section/sitemap.xml', sectionSitemap, ['page'])
  pages.get('/robots.txt', robots)
}
