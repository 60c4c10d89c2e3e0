import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@agora/suite/project'
import { describe, expect, test } from 'vitest'

/**
 * A listing's number and its items come from one look: what one question answers. Of two, the second sees what was written after
 * the first.
 */

const services = path.join(projectRoot, 'services')
/** The sources of all services, as `forum/src/app.ts`. */
const sources = readdirSync(services).flatMap((service) =>
  readdirSync(path.join(services, service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
    .map((name) => `${service}/src/${name}`),
)
const sourceOf = (name: string) => readFileSync(path.join(services, name), 'utf8')
const listings = sources.filter((name) => /\/operations\/(?:list|search)-[a-z-]+\.ts$/.test(name)).sort()
/** The number with the items, as one call answers both, or the number of the items that were read. */
const ONE_ANSWER = /const \{ [^}]*\bcount\b[^}]*, \w+ \} =|\bcount: \w+\.length\b/
const counting = listings.filter((name) => /\bcount\b/.test(sourceOf(name)))

describe('a listing that counts', () => {
  test('is found in each service that has one', () => {
    expect(new Set(counting.map((name) => name.split('/')[0]))).toEqual(
      new Set(['apps', 'forum', 'gateway', 'mail-jobs']),
    )
    expect(counting.length).toBeGreaterThan(15)
  })

  test.each(counting)('asks once: %s', (name) => {
    const source = sourceOf(name)
    expect(source).toMatch(ONE_ANSWER)
    expect(source).not.toMatch(/Promise\.all\b/)
  })
})

test('no store answers a number beside a page by statements of its own', () => {
  const together = /Promise\.all\(\s*\[[^\]]*\bcount/
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((name) => together.test(sourceOf(name)))).toEqual([
    'gateway/src/identity/credentials/basic.ts',
  ])
})
