import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseAgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { AgoraConfig } from '@agora/shared/config/agora-schema'
import { contrastFaults, contrastOf } from '@agora/shared/config/contrast'
import type { TSchema } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { parse as parseYaml } from 'yaml'

const shipped = readFileSync(new URL('../../../config/agora.yaml', import.meta.url), 'utf8')
const parse = (source: string) => parseAgoraConfig(source, 'agora.yaml')
const lineOf = (source: string, part: string) =>
  source.split('\n').findIndex((line) => line.includes(part)) + 1

test('the shipped configuration has three servers for games A and B, a public main channel and no trusted proxy', () => {
  const config = parse(shipped)
  expect(config.games.game_a.servers).toHaveLength(3)
  expect(config.games.game_b.servers).toHaveLength(3)
  expect(config.apps[0]?.channels[0]?.visibility).toBe('Public')
  expect(config.sections.length).toBeGreaterThan(2)
  expect(config.site.trusted_proxies).toEqual([])
})

/** The settings of a schema that no value names; colours are named where their defaults are. */
function unnamed(schema: TSchema, values: readonly unknown[], path: string): string[] {
  const { items, properties } = schema as { items?: TSchema; properties?: Record<string, TSchema> }
  if (items !== undefined) return unnamed(items, values.flat(), path)
  if (properties === undefined || /^site\.theme\.(light|dark)$/.test(path)) return []
  return Object.entries(properties).flatMap(([key, inner]) => {
    const within = `${path}${path && '.'}${key}`
    const given = values.flatMap((value) =>
      Object.hasOwn(Object(value), key) ? [(value as Record<string, unknown>)[key]] : [],
    )
    return given.length === 0 ? [within] : unnamed(inner, given, within)
  })
}

test('the shipped configuration names every setting, and what it has as a comment is valid', () => {
  const all = shipped
    .replace(/^(clients|providers): .*$/gm, '$1:')
    .replaceAll(/^( *)# ((?: |- |\{ )*[a-z_]+:)(?= |$)/gm, '$1$2')
  expect(unnamed(AgoraConfig, [parseYaml(all)], '')).toEqual([])
  parse(all)
})

test.each([
  ['a wrong type', 'puzzles: 50', 'puzzles: many', 'puzzles'],
  ['an unknown key', 'track_opens: false', 'track_openings: false', 'track_openings'],
  ['a bad key pattern', 'key: news,', 'key: News!,', 'sections.1.key'],
  ['an address that is none', 'sender: agora@community.example', 'sender: nobody', 'mail.sender'],
])('%s is refused with its line', (_name, right, wrong, field) => {
  const source = shipped.replace(right, wrong)
  expect(source).not.toBe(shipped)
  expect(() => parse(source)).toThrow(
    new RegExp(`line ${lineOf(source, wrong)}: .*${field.replaceAll('.', '\\.')}`),
  )
})

test('what is not UTF-8 is refused with its line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'agora-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'agora.yaml')
  const [first = '', ...rest] = shipped.split('\n')
  writeFileSync(file, Buffer.from([`${first} # Caf\xe9`, ...rest].join('\n'), 'latin1'))
  expect(() => readAgoraFile(file)).toThrow(/line 1: it is not UTF-8/)
  writeFileSync(file, `\ufeff${shipped} # Café`)
  expect(readAgoraFile(file)).toEqual(parse(shipped))
})

test('every fault is listed at once', () => {
  const source = shipped
    .replace('puzzles: 50', 'puzzles: many')
    .replace('track_opens: false', 'track_opens: 7')
  expect(() => parse(source)).toThrow(/track_opens.*[\s\S]*puzzles|puzzles.*[\s\S]*track_opens/)
})

test('broken YAML, a key that appears twice and a parent that is not there are refused', () => {
  expect(() => parse('site: [')).toThrow(/line 1/)
  expect(() => parse(shipped.replace('key: welcome', 'key: news'))).toThrow(/"news" appears twice/)
  expect(() => parse(shipped.replace('parent: games', 'parent: game'))).toThrow(/parent "game" of "strategy"/)
})

test.each([
  ['a client with neither a secret nor the word public', '', 'needs a secret_env'],
  ['a public client with a secret', 'public: true, secret_env: PAGE_SECRET, ', 'is public and has no secret'],
])('%s is refused with its line', (_name, keys, reason) => {
  const client = `clients:
  - { ${keys}key: page@clients, display_name: Page, app_uri: https://a.example/, callback_uri: https://a.example/ }`
  const source = shipped.replace('clients: []', client)
  expect(() => parse(source)).toThrow(
    new RegExp(`line ${lineOf(source, 'page@clients')}: clients: "page@clients" ${reason}`),
  )
})

test('captcha parameters out of range are no reason to refuse the file', () => {
  expect(parse(shipped.replace('difficulty: 4', 'difficulty: 400')).captcha.difficulty).toBe(400)
})

test('colours that some could not read are refused in either scheme, with their line and their contrast', () => {
  const themed = (theme: string) => shipped.replace('administrator:', `  theme:\n${theme}\nadministrator:`)
  const pale = themed(
    '    light: { accent: "#1d5fa8" }\n    dark:\n      card: "#202020"\n      quiet: "#777777"',
  )
  expect(() => parse(pale)).toThrow(
    `line ${lineOf(pale, 'quiet:')}: site.theme.dark.quiet: quiet #777777 on card #202020 has a contrast of 3.63; it needs 4.5`,
  )
  expect(() => parse(pale)).not.toThrow(/light/)
  // The configured part overrides what it is laid over.
  const bright = themed('    light: { paper: "#707070", line: "#bbbbbb" }')
  for (const part of [
    'ink #20242b on paper #707070',
    'line #bbbbbb on card #ffffff has a contrast of 1.91; it needs 3',
  ])
    expect(() => parse(bright)).toThrow(part)
  expect(parse(themed('    dark: { accent: "#f0b88a" }')).site.theme.dark).toEqual({ accent: '#f0b88a' })
})

test('the house’s own colours can be read by all', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastFaults({ light: {}, dark: {} })).toEqual([])
})
