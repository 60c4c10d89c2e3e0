import { afterAll, beforeAll, expect, it } from 'vitest'
import { corpora } from './data/relevance.ts'
import { Forum, newUser, ok } from './helpers/forum.ts'
import { expectIndexed } from './helpers/search.ts'

/** The lower bound of the mean reciprocal rank; some of the questions cannot be answered. */
const BOUND = 0.95

let forum: Forum
/** The text of each post, by id. */
const texts = new Map<string, string>()

beforeAll(async () => {
  forum = await Forum.shared()
  const member = newUser('Ada')
  for (const { locale, texts: own } of corpora) {
    const section = await forum.section({ locale })
    const thread = await forum.thread(section, member, 'All of them', 'Here they are.')
    for (const [name, body] of Object.entries(own))
      texts.set((await forum.reply(thread, member, body)).id, `${locale} ${name}`)
  }
}, 120_000)
afterAll(() => forum.close())

async function reciprocalRank(question: string, answer: string): Promise<number> {
  const { items } = ok(await forum.get(`/search?limit=100&q=${encodeURIComponent(question)}`))
  const place = items.findIndex(
    ({ post }: { post: { id: string } | null }) => texts.get(post?.id ?? '') === answer,
  )
  return place < 0 ? 0 : 1 / (place + 1)
}

it('puts the best answer to each of sixty questions in five languages first or nearly first', async ({
  annotate,
}) => {
  await expectIndexed(forum, 30_000)
  const ranks: Record<string, number[]> = {}
  const missed: string[] = []
  for (const { locale, questions } of corpora) {
    ranks[locale] = []
    for (const [question, answer] of questions) {
      const rank = await reciprocalRank(question, `${locale} ${answer}`)
      ranks[locale].push(rank)
      if (rank < 1) missed.push(`${locale} ${question}: ${rank}`)
    }
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const all = Object.values(ranks).flat()
  expect(all).toHaveLength(60)
  const told = Object.entries(ranks).map(([locale, values]) => `${locale} ${mean(values).toFixed(3)}`)
  await annotate(`mean reciprocal rank ${mean(all).toFixed(3)}: ${told.join(', ')}`)
  expect(mean(all), missed.join('\n')).toBeGreaterThanOrEqual(BOUND)
})
