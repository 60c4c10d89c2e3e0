import { convert } from '@agora/moving/bodies/convert'
import { plainDialect } from '@agora/moving/bodies/pieces'
import { resolve } from '@agora/moving/bodies/resolve'
import { emit, parse } from '@agora/shared/markup/index'
import { expect, it } from 'vitest'
import { grammarOf } from '../../src/moving/importing/markup.ts'

/** A body out of a public report, by project and number, as it is shown here. */
export type Reported = readonly [report: string, format: 'html' | 'markdown', given: string, html: string]

export const ID = '01890000-0000-7000-8000-000000000001'
export const SITE = 'https://site.example'

function shown(body: string, format: 'html' | 'markdown'): string {
  const { pieces } = convert(body, format, plainDialect('old'))
  const { source } = resolve(pieces, (kind) => (kind === 'user' ? undefined : ID), SITE)
  return emit(parse(source, grammarOf(null, [])))
}

export const areShownRight = (reported: readonly Reported[]): void =>
  it.each(reported)('is right here: %s', (_report, format, given, expected) => {
    expect(shown(given, format)).toBe(expected)
  })

export const A = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`
export const spoiler = (text: string) => `<span class="mkt-spoiler">${text}</span>`
