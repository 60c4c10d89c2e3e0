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

/** A text with its icons drawn. */
export const withIcons = (text: string): string => text.replace(/:(\w+):/g, (_, key: string) => iconOf(key))
