import { convert } from '@agora/moving/bodies/convert'
import type { Converted, Dialect } from '@agora/moving/bodies/pieces'
import { mentionedIn } from '@agora/moving/bodies/resolve'
import type { Kind, Line, LineOf, LineType } from '@agora/moving/format/lines'
import type { References } from './references.ts'

/** A line with its number in the source. */
export interface Written<Name extends LineType> {
  number: number
  line: LineOf<Name>
}

export interface WithBody<Name extends 'post' | 'edit'> extends Written<Name> {
  /** Null if it is hidden. */
  converted: Converted | null
}

type Taken<Name extends LineType> = Name extends 'post' | 'edit' ? WithBody<Name> : Written<Name>

/** The fields of a line that name something, by its kind; what a text names besides is in the text. */
const named: { [Name in LineType]: Partial<Record<Kind, readonly (keyof LineOf<Name>)[]>> } = {
  forum: {},
  group: {},
  group_member: { user: ['user'] },
  section: { section: ['id', 'parent'] },
  user: { user: ['id'] },
  thread: { thread: ['id'], section: ['section'], user: ['author'] },
  post: { thread: ['thread'], user: ['author'] },
  edit: { post: ['post'], user: ['author'] },
  ban: { user: ['user', 'created_by', 'lifted_by'] },
  role: { section: ['section'], user: ['user', 'granted_by'] },
  sanction: { section: ['section'], user: ['user', 'created_by', 'lifted_by'] },
  display_name: { user: ['user'] },
  game_link: { user: ['user', 'linked_by', 'unlinked_by'] },
  oauth_client: {},
  // It says itself of which kind its id is.
  address: {},
}

/** Successive lines, by type; bodies are converted to markup, with open references. */
export class Batch {
  readonly lines = Object.fromEntries(Object.keys(named).map((type) => [type, []])) as unknown as {
    readonly [Name in LineType]: Taken<Name>[]
  }
  size = 0
  /** The length of all bodies as read: a few bytes of one may be many. */
  pieces = 0
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  add(number: number, line: Line): void {
    this.size += 1
    const hasBody = line.type === 'post' || line.type === 'edit'
    const taken = hasBody ? { number, line, converted: this.#convert(line) } : { number, line }
    const lines: (typeof taken)[] = this.lines[line.type]
    lines.push(taken)
  }

  /** Registers everything that its lines refer to. */
  wantAll(references: References): void {
    for (const [type, kinds] of Object.entries(named))
      for (const { line } of this.lines[type as LineType])
        for (const [kind, fields] of Object.entries(kinds))
          for (const field of fields)
            references.want(kind as Kind, line[field as keyof Line] as string | null | undefined)
    for (const { line } of this.lines.address) references.want(line.kind, line.id)
    for (const { converted } of [...this.lines.post, ...this.lines.edit]) wantNamed(references, converted)
  }

  #convert({ body, format = 'markup' }: LineOf<'post'> | LineOf<'edit'>): Converted | null {
    if (body === null) return null
    const converted = convert(body, format, this.#dialect)
    this.pieces += converted.pieces.length
    return converted
  }
}

function wantNamed(references: References, converted: Converted | null): void {
  for (const piece of converted?.pieces ?? []) {
    if (typeof piece !== 'string') {
      if (piece.kind !== 'picture') references.want(piece.kind, piece.oldId)
    } else if (piece.includes('@{')) for (const id of mentionedIn(piece)) references.want('user', id)
  }
}
