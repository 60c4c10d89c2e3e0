import type { ErrorObject } from 'ajv'
import leven from 'leven'

/** An error in what a person wrote: its place, by keys, and a message that says what is expected. */
export interface Fault {
  keys: string[]
  message: string
}

/** What a format wants, said to people. */
const formats: Record<string, string> = {
  'http-url': 'an http or https address, such as https://community.example/',
  'callback-uri':
    'an address without a fragment, such as https://game.example/callback or org.example.game:/callback',
  'user-uri': 'an address with {user_id} in its path, such as https://game.example/users/{user_id}',
  email: 'an email address, such as agora@community.example',
  'date-time': 'a time, such as 2026-01-31T12:00:00.000Z',
}

const decodePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')
const keysOf = ({ instancePath }: ErrorObject) => instancePath.split('/').slice(1).map(decodePointer)
const nameOf = (keys: readonly string[]) => keys.join('.') || 'the file'

/** The known word that this one is a slip of the pen away from. */
function guess(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, distance: leven(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
  return near.sort((a, b) => a.distance - b.distance)[0]?.name
}

function wordsOf({ keyword, params, message, parentSchema }: ErrorObject): string {
  const examples: unknown[] = parentSchema?.examples ?? []
  switch (keyword) {
    case 'format':
      return `must be ${formats[params.format] ?? `a ${params.format}`}`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}`
    case 'minLength':
      return `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'pattern':
      return examples.length > 0 ? `must be like ${examples.join(' or ')}` : (message ?? '')
    default:
      return message ?? ''
  }
}

/** Ajv's errors, each fault once. Needs its options `verbose` and `allErrors`. */
export function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  const faults: Fault[] = []
  const explained = new Set<string>()
  for (const error of errors.filter(({ keyword }) => keyword === 'additionalProperties')) {
    const keys = [...keysOf(error), String(error.params.additionalProperty)]
    const meant = guess(keys.at(-1) ?? '', Object.keys(error.parentSchema?.properties ?? {}))
    if (meant !== undefined) explained.add(nameOf([...keysOf(error), meant]))
    const hint = meant === undefined ? '' : `: did you mean ${meant}?`
    faults.push({ keys, message: `${nameOf(keys)} is not a known key${hint}` })
  }
  for (const [keys, values] of choices(errors))
    faults.push({ keys: keys.split('.'), message: `${keys} must be ${values.join(' or ')}` })
  for (const error of errors) {
    const { keyword, params } = error
    if (['additionalProperties', 'const', 'anyOf'].includes(keyword)) continue
    const keys = keyword === 'required' ? [...keysOf(error), params.missingProperty] : keysOf(error)
    if (explained.has(nameOf(keys))) continue
    const words = keyword === 'required' ? 'is missing' : wordsOf(error)
    faults.push({ keys, message: `${nameOf(keys)} ${words}` })
  }
  return faults
}

/** The values of a choice, which Ajv refuses one by one, by the name of what was to be chosen. */
function choices(errors: readonly ErrorObject[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const error of errors.filter(({ keyword }) => keyword === 'const')) {
    const name = nameOf(keysOf(error))
    found.set(name, [...(found.get(name) ?? []), String(error.params.allowedValue)])
  }
  return found
}
