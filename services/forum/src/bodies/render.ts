import type { Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { emit, type Grammar, MarkupError, parse, RenderTooLarge } from '@agora/shared/markup/index'
import { readKnownUsers } from '@agora/shared/users/known-users'
import { errors } from '../errors.ts'

export interface Body {
  source: string
  html: string
  hasAdminBlock: boolean
}

/**
 * Renders a body once, for good. Mentioned members get the names they have now.
 *
 * @param db the transaction if there is one: a transaction must not wait for a second connection.
 * @throws ApiError bodyNotParsed, bodyNotRendered
 */
export async function renderBody(db: Queries, source: string, grammar: Grammar): Promise<Body> {
  // Half a surrogate pair cannot be stored.
  if (!source.isWellFormed()) throw new ApiError(errors.bodyNotParsed)
  try {
    const document = parse(source, grammar)
    const mentioned = document.mentions.length > 0 ? await readKnownUsers(db, document.mentions) : []
    const names = new Map(mentioned.map((user) => [user.id, user.displayName]))
    const html = emit(document, { mention: (id) => names.get(id) })
    return { source, html, hasAdminBlock: document.hasAdminBlock }
  } catch (error) {
    if (error instanceof MarkupError) throw new ApiError(errors.bodyNotParsed, { cause: error })
    if (error instanceof RenderTooLarge) throw new ApiError(errors.bodyNotRendered, { cause: error })
    throw error
  }
}
