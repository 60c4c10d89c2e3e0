import { LinkedQueue, type QueueNode } from '@agora/shared/collections/linked-queue'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const acts = fc.array(fc.oneof(fc.constant('add' as const), fc.nat({ max: 20 })), { maxLength: 200 })

test('a queue holds what came and has not left, in the order in which it came', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const queue = new LinkedQueue<number>()
      const nodes: QueueNode<number>[] = []
      let model: number[] = []
      for (const act of all) {
        const node = act === 'add' ? undefined : nodes[act]
        if (act === 'add') {
          model.push(nodes.length)
          nodes.push(queue.add(nodes.length))
        } else if (node) {
          expect(queue.remove(node)).toBe(model.includes(act))
          model = model.filter((value) => value !== act)
        }
        expect(queue.values()).toEqual(model)
        expect(queue.length).toBe(model.length)
        expect(queue.first?.value).toBe(model[0])
        expect(nodes.filter((node) => queue.holds(node)).map(({ value }) => value)).toEqual(model)
      }
    }),
  )
})

test('a node is left by its own queue only', () => {
  const queue = new LinkedQueue<string>()
  const node = queue.add('here')
  expect(new LinkedQueue<string>().remove(node)).toBe(false)
  expect(queue.holds(node)).toBe(true)
})
