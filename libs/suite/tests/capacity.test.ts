import { declarationOf } from '@agora/shared/contracts/services'
import { eveningSurge, simulateDay } from '@agora/suite/capacity'
import { expect, test } from 'vitest'

const { maxReplicas } = declarationOf('forum')
const forums = (members: number) => simulateDay(members, eveningSurge).map(({ replicas }) => replicas.forum)

test('a small community has three of each all day, surge or not, and nobody is refused', () => {
  const day = simulateDay(10_000, eveningSurge)
  expect(day.every(({ replicas, isFull }) => replicas.gateway === 3 && replicas.forum === 3 && !isFull)).toBe(
    true,
  )
})

test('a large one has as many as it needs, never more than are declared, and fewer again at night', () => {
  const day = forums(1_000_000)
  expect(Math.max(...day)).toBe(maxReplicas)
  expect(Math.min(...day)).toBe(3)
  expect(day.at(-1)).toBeLessThan(maxReplicas)
})

test('what a surge has made is kept for five minutes', () => {
  const day = forums(300_000)
  const [during, kept] = [72_540, 72_840].map((second) => day[second / 60])
  expect(kept).toBe(during)
  expect(day[73_200 / 60]).toBeLessThan(during ?? 0)
})
