import { byName, type Sighting } from './sighting.ts'
import { fieldsIn, fieldsOf, type RecordType } from './types.ts'

/** Makes a sighting of canonical JSON, each field at its index; undefined if links contain a site twice. */
export type ToSighting = (at: number, seen: readonly (string | undefined)[]) => Sighting | undefined

/** For the observations of a type. */
export function sightingsOf(type: RecordType): ToSighting {
  const fields: readonly string[] = fieldsOf[type]
  const byNames = fields.toSorted().map((name) => fields.indexOf(name))
  // One list of names for each combination of fields.
  const namesBy = new Map<number, readonly string[]>()
  return (at, seen) => {
    const texts: string[] = []
    let bits = 0
    for (const place of byNames) {
      const text = seen[place]
      if (text === undefined) continue
      bits |= 1 << place
      texts.push(text)
    }
    let names = namesBy.get(bits)
    if (!names) {
      names = fieldsIn(type, bits).sort()
      namesBy.set(bits, names)
    }
    const sighting: Sighting = { at, bits, names, texts }
    return names.at(-1) === 'links' ? withEntries(sighting) : sighting
  }
}

interface Link {
  site: { id: number; host: string }
  user: { id: number }
}

/** Adds a list's entries to its sighting, each as a field of its own. */
function withEntries({ at, bits, names, texts }: Sighting): Sighting | undefined {
  const links: Link[] = JSON.parse(texts.at(-1) ?? '[]')
  const entries = links
    .flatMap(({ site, user }) => [
      { name: `links.${site.id}.host`, text: JSON.stringify(site.host) },
      { name: `links.${site.id}.user`, text: JSON.stringify({ id: user.id }) },
    ])
    .sort(byName)
  if (entries.some(({ name }, place) => name === entries[place - 1]?.name)) return undefined
  return {
    at,
    bits,
    names: [...names, ...entries.map(({ name }) => name)],
    texts: [...texts.slice(0, -1), 'true', ...entries.map(({ text }) => text)],
  }
}
