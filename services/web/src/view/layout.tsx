import { languages } from '@agora/shared/http/languages'
import { html, raw } from 'hono/html'
import { assetUrl } from '../http/assets.ts'
import type { Crumb, Page } from '../http/outcome.ts'
import { sessionMarkOf } from '../http/session.ts'
import type { Visit, Waiting } from '../http/visit.ts'
import { ANNOUNCEMENT, textKeys } from '../texts.ts'
import { locales } from '../words/words.ts'
import { Content } from './content.tsx'
import { SiteHeader } from './site-header.tsx'

/** The whole document of a page. */
export function layout(visit: Visit, page: Page, waiting: Waiting): string {
  const { words, look, siteName } = visit
  const {
    title,
    crumbs,
    aside,
    isOwnHeading,
    body,
    scripts = [],
    stylesheet,
    continueTo,
    isAlone,
    lateScripts,
  } = page
  // Late scripts take the whole page over.
  // A form that asks for a proof in place is one that was refused.
  const asksForProof = visit.me !== undefined && page.status === 403
  const modules = lateScripts
    ? []
    : [
        'times.js',
        ...(visit.me ? ['unread.js', 'drafts.js', 'lengths.js', 'menu.js'] : []),
        ...(waiting.reports === undefined ? [] : ['waiting.js']),
        ...(asksForProof ? ['passkeys.js'] : []),
        ...scripts,
      ]
  const document = (
    <html lang={visit.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {continueTo !== undefined && <meta http-equiv="refresh" content={`0; url=${continueTo}`} />}
        <title>{title === siteName ? siteName : `${title} – ${siteName}`}</title>
        <link rel="stylesheet" href={assetUrl('house.css')} />
        <link rel="stylesheet" href={assetUrl('pages.css')} />
        {stylesheet && <link rel="stylesheet" href={assetUrl(stylesheet)} />}
        {look.stylesheet && <link rel="stylesheet" href={look.stylesheet} />}
        <script src={assetUrl('early.js')} data-session={sessionMarkOf(visit.request)}></script>
        <noscript>
          <link rel="stylesheet" href="/scheme.css" />
        </noscript>
        <link rel="icon" href={look.icon ?? assetUrl('icon.svg')} />
        {look.touchIcon && <link rel="apple-touch-icon" href={look.touchIcon} />}
        <Described visit={visit} page={page} />
        {modules.map((name) => (
          <script type="module" src={assetUrl(name)}></script>
        ))}
        {lateScripts?.map((name) => (
          <script src={assetUrl(name)} defer></script>
        ))}
        {page.captchaNonce !== undefined && <CaptchaScripts nonce={page.captchaNonce} />}
      </head>
      <body>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        <SiteHeader visit={visit} page={page} waiting={waiting} />
        <Announcement visit={visit} />
        <main
          id="main"
          data-answer={visit.request.method === 'POST' ? '' : undefined}
          data-show-password={scripts.includes('passwords.js') ? words.entry.showPassword : undefined}
          data-hide-password={scripts.includes('passwords.js') ? words.entry.hidePassword : undefined}
          data-too-long={visit.me && words.drafts.tooLong('{count}', '{most}')}
        >
          {crumbs && <Crumbs crumbs={crumbs} label={words.crumbs} />}
          {!isOwnHeading && (
            <div class="heading">
              <h1>
                <bdi lang={page.titleLocale ?? undefined}>{title}</bdi>
              </h1>
              {aside}
            </div>
          )}
          {body}
        </main>
        {!isAlone && <SiteFooter visit={visit} />}
      </body>
    </html>
  )
  return String(html`${raw('<!doctype html>\n')}${document}\n`)
}

function Described({ visit, page }: { visit: Visit; page: Page }) {
  const { title, description, canonical, feed, image, data, isIndexed = true, status = 200 } = page
  if (!isIndexed || status !== 200) return <meta name="robots" content="noindex" />
  const path = canonical ?? visit.path
  const { url } = visit.config.site
  const address = visit.absolute(path)
  const picture = image ?? visit.look.picture
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={visit.siteName} />
      <meta property="og:type" content="website" />
      {url !== undefined && <meta property="og:url" content={address} />}
      {url !== undefined && picture && <meta property="og:image" content={visit.absolute(picture)} />}
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {feed && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
      {data && <StructuredData data={data} />}
    </>
  )
}

/** What the site tells everybody until its end, in the reader's language or another one. */
function Announcement({ visit }: { visit: Visit }) {
  const { texts, locale, words, now, making } = visit
  const told = texts.filter(({ key, until }) => key === ANNOUNCEMENT && (!until || Date.parse(until) > now))
  const text = told.find((one) => one.locale === locale) ?? told[0]
  if (!text) return null
  for (const { until } of told) if (until) making?.endsAt(Date.parse(until))
  return (
    <aside class="announcement" aria-label={words.texts.titles.announcement}>
      <Content html={text.html ?? ''} locale={text.locale} />
    </aside>
  )
}

/** No text in it ends the element. */
const StructuredData = ({ data }: { data: object }) => (
  <script type="application/ld+json">{raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
)

const CaptchaScripts = ({ nonce }: { nonce: string }) => (
  <>
    <script src={assetUrl('captcha-setup.js')} nonce={nonce} data-solver={assetUrl('captcha.wasm')}></script>
    <script src={assetUrl('captcha.js')} defer></script>
  </>
)

const Crumbs = ({ crumbs, label }: { crumbs: readonly Crumb[]; label: string }) => (
  <nav class="crumbs" aria-label={label}>
    <ol>
      {crumbs.map(({ href, name, locale }) => (
        <li>
          <a href={href}>
            <bdi lang={locale ?? undefined}>{name}</bdi>
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

const SiteFooter = ({ visit: { words, locale, path, isZoneKnown, texts } }: { visit: Visit }) => (
  <footer class="site">
    <div class="bar">
      <nav aria-label={words.footer.label}>
        {textKeys
          .filter((key) => texts.some((text) => text.key === key))
          .map((key) => (
            <a href={`/about/${key}`}>{words.texts.titles[key]}</a>
          ))}
        <a href="/markup">{words.footer.markup}</a>
        <a href="/preferences">
          {words.footer.preferences}
          {!isZoneKnown && <span data-utc> {words.footer.inUtc}</span>}
        </a>
        <a href="/games">{words.games.title}</a>
        <a href="/archive">{words.archive.title}</a>
        <a href="/docs">{words.footer.api}</a>
      </nav>
      <form method="post" action="/preferences/language" class="languages">
        <input type="hidden" name="next" value={path} />
        {locales.map((one) =>
          one === locale ? (
            <strong lang={one}>{languages[one].name}</strong>
          ) : (
            <button class="link" name="lang" value={one} lang={one}>
              {languages[one].name}
            </button>
          ),
        )}
      </form>
    </div>
  </footer>
)
