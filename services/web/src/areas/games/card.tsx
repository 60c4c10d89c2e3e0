import type { App } from '../../context.ts'
import type { Visit } from '../../http/visit.ts'
import { Meta } from '../../view/parts.tsx'
import type { Locale } from '../../words/words.ts'

type Channel = App['main_channel']

/** As much of a description as a card, or a line, has room for, in characters. */
const LONGEST = { card: 240, line: 60 }

/** A text in the reader's language, or else in its own. */
function inLocale<Text>(locale: Locale, own: Text, others: Record<string, Text>): Text {
  const [, translated] = Object.entries(others).find(([name]) => name.split('-', 1)[0] === locale) ?? []
  return translated ?? own
}

export const gamesFirst = (apps: readonly App[]): App[] =>
  apps.toSorted((one, other) => Number(other.kind === 'Game') - Number(one.kind === 'Game'))

/** What it is called and what it is, in the reader's language. */
function textsOf({ locale }: Visit, { display_name, i18n, main_channel: main }: App, longest: number) {
  const { display_name: name } = inLocale(locale, { display_name }, i18n)
  const description = inLocale(locale, main.description, main.description_i18n)
  return { name, description: description === name ? undefined : beginningOf(description, longest) }
}

interface AppProps {
  visit: Visit
  app: App
}

const Home = ({ visit: { words }, app: { kind, main_channel: main }, name }: AppProps & { name: string }) => (
  <a href={main.home_uri} rel="noopener">
    {kind === 'Game' ? words.games.play(name) : words.games.open(name)}
  </a>
)

/** A line of it, with the way there. */
export function AppTile({ visit, app }: AppProps) {
  const { name, description } = textsOf(visit, app, LONGEST.line)
  return (
    <li class="game">
      <Cover visit={visit} channel={app.main_channel} />
      <h3>
        <Home visit={visit} app={app} name={name} />
      </h3>
      {description !== undefined && (
        <p class="meta" dir="auto">
          {description}
        </p>
      )}
    </li>
  )
}

export function AppCard({ visit, app }: AppProps) {
  const { words } = visit
  const { kind, main_channel: main } = app
  const { name, description } = textsOf(visit, app, LONGEST.card)
  return (
    <li class="game">
      <Cover visit={visit} channel={main} />
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <Meta>
        {words.games.kinds[kind]}
        {main.status !== 'Stable' && <span class="badge">{words.games.statuses[main.status]}</span>}
        {main.rating !== 'General' && <span class="badge">{words.games.ratings[main.rating]}</span>}
      </Meta>
      {description !== undefined && <p dir="auto">{description}</p>}
      <p>
        <Home visit={visit} app={app} name={name} />
      </p>
    </li>
  )
}

function beginningOf(text: string, longest: number): string {
  const letters = [...text.slice(0, 2 * longest)]
  return letters.length <= longest ? text : `${letters.slice(0, longest).join('').trimEnd()}…`
}

/** One of the pictures that come with the site, or a drawn one in the channel's colour: none of another site is loaded. */
function Cover({ visit, channel }: { visit: Visit; channel: Channel }) {
  const picture = visit.look.covers.get(channel.cover_image?.name ?? '')
  if (picture !== undefined) return <img class="cover" src={picture} alt="" loading="lazy" />
  return (
    <svg class="cover" viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect class="ground" width="320" height="120" fill={channel.cover_color ?? undefined} />
      <path class="figure" d="M160 22 126 41v38l34 19 34-19V41z" />
    </svg>
  )
}
