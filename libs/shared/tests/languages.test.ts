import { describe, expect, it } from 'vitest'
import { acceptedLanguage, chosenLanguage } from '../src/http/languages.ts'

const among = ['en', 'fr'] as const

describe('Accept-Language', () => {
  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['fr-CA', 'fr'],
    ['fr-Latn-CA', 'fr'],
    ['Fr_CA', undefined],
    ['frr', undefined],
    ['de, fr', 'fr'],
    ['de,\tfr ;q=0.1', 'fr'],
    ['en;q=0.5, fr;q=0.6', 'fr'],
    ['fr;q=0.5, en;q=0.5', 'fr'],
    ['en;q=0, fr;q=0.001', 'fr'],
    ['fr;Q=0.2, en;q=0.1', 'fr'],
    ['fr;q=0', undefined],
    ['*', undefined],
    ['*;q=0.5, fr;q=0.1', 'fr'],
    ['ﬀ', undefined],
    ['', undefined],
    [undefined, undefined],
    [';;,,;q=', undefined],
  ])('%j asks for %s', (header, language) => {
    expect(acceptedLanguage(header, among)).toBe(language)
  })

  it.each([
    ['fr', 'en', 'fr'],
    ['FR', 'en', 'en'],
    ['de', undefined, undefined],
    [undefined, 'fr', 'fr'],
  ])('goes behind a choice: %s beside %s is %s', (chosen, header, language) => {
    expect(chosenLanguage(chosen, header, among)).toBe(language)
  })
})
