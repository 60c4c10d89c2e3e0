import { safeNext, withNext } from '../http/next.ts'
import type { Page } from '../http/outcome.ts'
import type { Visit, Waiting } from '../http/visit.ts'
import { Avatar, FormToken } from './parts.tsx'

interface HeaderProps {
  visit: Visit
  page: Page
  waiting: Waiting
}

/** What stands above every page: the site, what waits for the member, the search, and their menu or the way in. */
export function SiteHeader({ visit, page, waiting }: HeaderProps) {
  return (
    <header class="site">
      <div class="bar">
        <a class="brand" href="/">
          <Logo visit={visit} />
          <span>{visit.siteName}</span>
        </a>
        {!page.isAlone && <SiteNavigation visit={visit} waiting={waiting} />}
      </div>
    </header>
  )
}

/** Where people only pass through: whoever signs in is taken to where they wanted to go. */
const ofEntry = /^\/(?:sign-in|register|sign-out|signed-out|forgot-password|reset-password)(?:\?|$)/

function SiteNavigation({ visit, waiting }: Omit<HeaderProps, 'page'>) {
  const { words, me, path } = visit
  const { unread, reports } = waiting
  // One without a second factor is told there what is missing.
  const isAdministrator = me?.isAdministrator || me?.lacksFactor
  const next = ofEntry.test(path) ? safeNext(visit.query.get('next')) : path
  return (
    <>
      {me && (
        <nav class="main-nav" aria-label={words.nav.label}>
          {(reports !== undefined || isAdministrator) && (
            <a href="/moderation" data-waiting={words.notifications.unread(1_000)}>
              {words.nav.moderation}
              {/* Takes its place from the beginning: its number moves nothing when it comes. */}
              <span class={reports ? 'new' : 'new none'}>{words.notifications.unread(reports ?? 0)}</span>
            </a>
          )}
          {/* The last one: its count moves nothing when it comes. */}
          <a href="/notifications" data-unread={words.notifications.unread(1_000)}>
            {words.notifications.title}
            {unread > 0 && <span class="new">{words.notifications.unread(unread)}</span>}
          </a>
        </nav>
      )}
      <SearchBox visit={visit} />
      {me ? (
        <details class="menu">
          <summary>
            <Avatar id={me.id} name={me.name} size="small" />
            <bdi class="menu-name">{me.name}</bdi>
          </summary>
          <div class="menu-items">
            <a href={`/members/${me.id}`}>{words.nav.profile}</a>
            <a href="/account">{words.nav.account}</a>
            <a href="/reports">{words.nav.ownReports}</a>
            <a href="/preferences">{words.nav.preferences}</a>
            {isAdministrator && <a href="/administration">{words.administration.title}</a>}
            <form method="post" action="/leave" data-leaving={me.id}>
              <FormToken visit={visit} />
              <button class="link">{words.nav.signOut}</button>
            </form>
          </div>
        </details>
      ) : (
        <div class="joining">
          <a href={withNext('/sign-in', next)}>{words.nav.signIn}</a>
          {visit.registration.registration === 'Open' && (
            <a class="button" href={withNext('/register', next)}>
              {words.nav.register}
            </a>
          )}
        </div>
      )}
    </>
  )
}

/** The page that searches has one of its own. */
const SearchBox = ({ visit: { words, path } }: { visit: Visit }) =>
  /^\/search(?:\?|$)/.test(path) ? null : (
    <search class="site-search" aria-label={words.search.title}>
      <form method="get" action="/search">
        <input
          type="search"
          name="q"
          maxlength={200}
          dir="auto"
          aria-label={words.search.words}
          placeholder={words.search.title}
        />
        <button class="quiet" aria-label={words.search.find}>
          <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
            <path d="M8.5 2.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM13 13l4.5 4.5" />
          </svg>
        </button>
      </form>
    </search>
  )

/** The site's logo, or the default mark in its colours. */
const Logo = ({ visit: { look } }: { visit: Visit }) =>
  look.logo ? (
    <img src={look.logo} alt="" height={28} />
  ) : (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M16 2 3 9v14l13 7 13-7V9z" class="mark" />
      <path d="M16 9.5 9.5 22h3l1.2-2.6h4.6l1.2 2.6h3zm0 5.2 1.3 2.6h-2.6z" class="letter" />
    </svg>
  )
