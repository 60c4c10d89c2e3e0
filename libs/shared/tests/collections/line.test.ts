import { Line, type Place } from '@agora/shared/collections/line'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const acts = fc.array(fc.oneof(fc.constant('add' as const), fc.nat({ max: 20 })), { maxLength: 200 })

test('a line holds what came and has not left, in the order in which it came', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const line = new Line<number>()
      const places: Place<number>[] = []
      let model: number[] = []
      for (const act of all) {
        const place = act === 'add' ? undefined : places[act]
        if (act === 'add') {
          model.push(places.length)
          places.push(line.add(places.length))
        } else if (place) {
          expect(line.remove(place)).toBe(model.includes(act))
          model = model.filter((value) => value !== act)
        }
        expect(line.values()).toEqual(model)
        expect(line.length).toBe(model.length)
        expect(line.first?.value).toBe(model[0])
        expect(places.filter((place) => line.holds(place)).map(({ value }) => value)).toEqual(model)
      }
    }),
  )
})

test('a place is left by its own line only', () => {
  const line = new Line<string>()
  const place = line.add('here')
  expect(new Line<string>().remove(place)).toBe(false)
  expect(line.holds(place)).toBe(true)
})
