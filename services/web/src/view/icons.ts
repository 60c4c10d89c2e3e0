/** The icons of the default configuration, as Unicode characters. */
const icons: Readonly<Record<string, string>> = {
  smile: '😄',
  wink: '😉',
  heart: '❤️',
  trophy: '🏆',
  star: '⭐',
  skull: '💀',
}

/** The character of an icon; undefined for those of a configuration. */
export const drawnIcon = (key: string): string | undefined =>
  Object.hasOwn(icons, key) ? icons[key] : undefined

/** An icon as text. */
export const iconOf = (key: string): string => drawnIcon(key) ?? `:${key}:`

const DRAWN = new RegExp(`:(${Object.keys(icons).join('|')}):`, 'g')

/** A text with those icons drawn that the configuration has. */
export const withIcons = (text: string, configured: readonly string[]): string =>
  text.replace(DRAWN, (written, key: string) => (configured.includes(key) ? iconOf(key) : written))
