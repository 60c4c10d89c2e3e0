import type { App } from '../../context.ts'
import type { Visit } from '../../http/visit.ts'
import { Meta } from '../../view/parts.tsx'
import type { Locale } from '../../words/words.ts'

type Channel = App['main_channel']

/** As much of a description as a card has room for, in characters. */
const LONGEST = 240

/** A text in the reader's language, or else in its own. */
function inLocale<Text>(locale: Locale, own: Text, others: Record<string, Text>): Text {
  const [, translated] = Object.entries(others).find(([name]) => name.split('-', 1)[0] === locale) ?? []
  return translated ?? own
}

export const gamesFirst = (apps: readonly App[]): App[] =>
  apps.toSorted((one, other) => Number(other.kind === 'Game') - Number(one.kind === 'Game'))

interface AppCardProps {
  visit: Visit
  app: App
  /** Below the heading above the cards. */
  heading: 'h2' | 'h3'
}

export function AppCard({ visit, app, heading: Heading }: AppCardProps) {
  const { locale, words } = visit
  const { kind, main_channel: main } = app
  const { display_name: name } = inLocale(locale, { display_name: app.display_name }, app.i18n)
  const description = inLocale(locale, main.description, main.description_i18n)
  return (
    <li class="game">
      <Cover visit={visit} channel={main} />
      <Heading>
        <bdi>{name}</bdi>
      </Heading>
      <Meta>
        {words.games.kinds[kind]}
        {main.status !== 'Stable' && <span class="badge">{words.games.statuses[main.status]}</span>}
        {main.rating !== 'General' && <span class="badge">{words.games.ratings[main.rating]}</span>}
      </Meta>
      {description !== name && <p dir="auto">{beginningOf(description)}</p>}
      <p>
        <a href={main.home_uri} rel="noopener">
          {kind === 'Game' ? words.games.play(name) : words.games.open(name)}
        </a>
      </p>
    </li>
  )
}

function beginningOf(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST)]
  return letters.length <= LONGEST ? text : `${letters.slice(0, LONGEST).join('').trimEnd()}…`
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
