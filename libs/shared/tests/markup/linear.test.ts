import { Session } from 'node:inspector/promises'
import { emit, MarkupError, parse, RenderTooLarge } from '@agora/shared/markup/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL, USER_ID } from './grammar.ts'

/** The length of the longest post. */
const LONGEST = 65_536
/** Unlimited, so that the depth limit does not cut the work short. */
const GRAMMAR = { ...FULL, depth: LONGEST, pictures: new Map([[USER_ID, { width: 1, height: 1 }]]) }

const session = new Session()

beforeAll(async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
})

afterAll(() => session.disconnect())

/** How many of the markup's basic blocks run while it renders: counted by the engine, not timed. */
async function steps(source: string): Promise<number> {
  await session.post('Profiler.takePreciseCoverage')
  try {
    emit(parse(source, GRAMMAR), { limit: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (!(error instanceof MarkupError || error instanceof RenderTooLarge)) throw error
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ranges = result
    .filter(({ url }) => url.includes('/src/markup/'))
    .flatMap(({ functions }) => functions.flatMap((covered) => covered.ranges))
  return ranges.reduce((sum, { count }) => sum + count, 0)
}

const PATTERNS = [
  ...['- a\n', '- a\n  - a\n', '1. a\n', '1. ', '# a\n', '> a\n', '> ', '>', '> > a\n> b\n', '> - a\n'],
  ...[
    '- ',
    ' - ',
    '\n - ',
    '  a\n',
    '- a\n\t',
    '\\- a\n',
    '1\\. a\n',
    '1',
    '\n1',
    '-\t\t\n',
    '[quote]> a',
    '- a[quote]',
    '||\n- a',
    '- ||a\n',
    '> ||a\n> b',
    ' \\-',
    'https://a;',
    'https://&a;&a;',
  ],
  ...[
    'http://',
    'http://a ',
    'http://u@a',
    'http://a)',
    'http://a.',
    '(http://',
    'https://[',
    '[http://a](http://a) ',
  ],
  ...['a', ' ', '\n', '\r\n', '\\', '*', '_', '~', '|', '`', '[', ']', '(', ')', ':', '@', '@{', '<', '&'],
  ...[
    '**',
    '**a ',
    '** a',
    '_a ',
    ' _a',
    '~~a ',
    '||',
    '||a',
    '**_~~||',
    '**a _b ~~c ||d ',
    '**a** ',
    '_a**b ',
  ],
  ...[
    '!',
    '![',
    '![a',
    '![a](media:',
    `![a](media:${USER_ID})`,
    '[a',
    '[]',
    '](',
    '[](',
    '](https:',
    '](https://x',
    '[a](https://x',
    '[a](https://x/(',
    '[a](b)',
    '[**a](',
  ],
  ...['[[a](https://x.example)', '[a](https://x.example) ', '[ **a ](https://x.example) '],
  ...[
    '[quote]',
    '[/quote]',
    '[quote=',
    '[quote=a',
    '[quote]**',
    '[quote]a[/quote]\n',
    '[mod][quote]',
    '[admin',
  ],
  ...[
    '`a``b```c',
    '` ``',
    '`\n',
    '``a`\n',
    '```\n',
    '````\n```\n',
    '```a\n',
    '```a\n`````\n',
    '```\na\n```\n',
    '\\``',
  ],
  ...[':a', ':smile:', ':smile', '::a', `@{${USER_ID}}`, `@{${USER_ID}`, `@{${USER_ID.slice(1)}}`],
]

const whole = (pattern: string, length: number) => pattern.repeat(Math.floor(length / pattern.length))
/** Fences and runs of backticks of ever different lengths, so that nothing learnt about one applies to the next. */
const growing = (separator: string) => (length: number) => {
  let source = ''
  for (let run = 1; source.length + run < length; run += 1) source += `${'`'.repeat(run)}a${separator}`
  return source
}

const SHAPES: [name: string, make: (length: number) => string][] = [
  ...PATTERNS.map((pattern): [string, (length: number) => string] => [
    `${JSON.stringify(pattern)} again and again`,
    (length) => whole(pattern, length),
  ]),
  ['blocks closed in order', (length) => whole('[quote]', length / 2) + whole('[/quote]', length / 2)],
  ['brackets, then links', (length) => whole('[', length / 2) + whole('](https://x.example)', length / 2)],
  ['openings, then closings', (length) => whole(' **a _b', length / 2) + whole('c_ d** ', length / 2)],
  [
    'parentheses in a link',
    (length) => `[a](https://x.example/${whole('(', length / 2)}${whole(')', length / 2)})`,
  ],
  ['backtick runs that grow', growing(' ')],
  ['backtick runs that grow, a line each', growing('\n')],
]

describe.each(SHAPES)('the work grows as the source does: %s', (_name, make) => {
  test('four times the source, four times the steps', { timeout: 60_000 }, async () => {
    const short = make(LONGEST / 8)
    const long = make(LONGEST / 2)
    const [shortSteps, longSteps] = [await steps(short), await steps(long)]
    expect(shortSteps).toBeGreaterThan(0)
    expect(longSteps).toBeLessThan(shortSteps * 4.5 + 1000)
    expect(longSteps).toBeLessThan(long.length * 60)
  })

  test('the longest source neither overflows the stack nor the call', { timeout: 60_000 }, () => {
    const source = make(LONGEST)
    expect(() => {
      try {
        emit(parse(source, GRAMMAR))
      } catch (error) {
        if (!(error instanceof MarkupError || error instanceof RenderTooLarge)) throw error
      }
    }).not.toThrow()
  })
})

test('the count measures the work: equal for the same source, double for two', async () => {
  const block = whole('[quote]**a** [b](https://x.example) `c`[/quote]', 4096)
  const single = await steps(block)
  expect(await steps(block)).toBe(single)
  const twice = await steps(block + block)
  expect(twice / single).toBeCloseTo(2, 1)
})
