import { convert } from '../bodies/convert.ts'
import type { Converted, Dialect } from '../bodies/pieces.ts'
import { mentionedIn } from '../bodies/resolve.ts'
import type { Line, LineOf, LineType } from '../format/lines.ts'
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

/** Successive lines, by type; bodies are converted to markup, with open references. */
export class Batch {
  readonly groups: Written<'group'>[] = []
  readonly sections: Written<'section'>[] = []
  readonly users: Written<'user'>[] = []
  readonly threads: Written<'thread'>[] = []
  readonly posts: WithBody<'post'>[] = []
  readonly edits: WithBody<'edit'>[] = []
  readonly bans: Written<'ban'>[] = []
  readonly roles: Written<'role'>[] = []
  readonly groupMembers: Written<'group_member'>[] = []
  readonly sanctions: Written<'sanction'>[] = []
  readonly addresses: Written<'address'>[] = []
  readonly names: Written<'display_name'>[] = []
  readonly gameLinks: Written<'game_link'>[] = []
  readonly clients: Written<'oauth_client'>[] = []
  size = 0
  /** The length of all bodies as read: a few bytes of one may be many. */
  pieces = 0
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  add(number: number, line: Line): void {
    this.size += 1
    switch (line.type) {
      case 'group':
        return void this.groups.push({ number, line })
      case 'group_member':
        return void this.groupMembers.push({ number, line })
      case 'section':
        return void this.sections.push({ number, line })
      case 'user':
        return void this.users.push({ number, line })
      case 'thread':
        return void this.threads.push({ number, line })
      case 'post':
        return void this.posts.push({ number, line, converted: this.#convert(line) })
      case 'edit':
        return void this.edits.push({ number, line, converted: this.#convert(line) })
      case 'ban':
        return void this.bans.push({ number, line })
      case 'role':
        return void this.roles.push({ number, line })
      case 'sanction':
        return void this.sanctions.push({ number, line })
      case 'address':
        return void this.addresses.push({ number, line })
      case 'display_name':
        return void this.names.push({ number, line })
      case 'game_link':
        return void this.gameLinks.push({ number, line })
      case 'oauth_client':
        return void this.clients.push({ number, line })
    }
  }

  /** Registers everything that its lines refer to. */
  wantAll(references: References): void {
    for (const { line } of this.sections) {
      references.want('section', line.id)
      references.want('section', line.parent)
    }
    for (const { line } of this.users) references.want('user', line.id)
    for (const { line } of this.threads) {
      references.want('thread', line.id)
      references.want('section', line.section)
      references.want('user', line.author)
    }
    for (const { line, converted } of this.posts) {
      references.want('thread', line.thread)
      references.want('user', line.author)
      wantNamed(references, converted)
    }
    for (const { line, converted } of this.edits) {
      references.want('post', line.post)
      references.want('user', line.author)
      wantNamed(references, converted)
    }
    for (const { line } of this.bans)
      for (const id of [line.user, line.created_by, line.lifted_by]) references.want('user', id)
    for (const { line } of this.roles) {
      references.want('section', line.section)
      for (const id of [line.user, line.granted_by]) references.want('user', id)
    }
    for (const { line } of this.groupMembers) references.want('user', line.user)
    for (const { line } of this.sanctions) {
      references.want('section', line.section)
      for (const id of [line.user, line.created_by, line.lifted_by]) references.want('user', id)
    }
    for (const { line } of this.names) references.want('user', line.user)
    for (const { line } of this.gameLinks)
      for (const id of [line.user, line.linked_by, line.unlinked_by]) references.want('user', id)
    for (const { line } of this.addresses) references.want(line.kind, line.id)
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
