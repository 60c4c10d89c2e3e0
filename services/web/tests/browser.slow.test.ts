import { findChromium } from '@agora/testing/browser'
import { afterAll, beforeAll, describe } from 'vitest'
import { testByHand } from './browser/by-hand.ts'
import { testCompleting } from './browser/completing.ts'
import { testComposing } from './browser/composing.ts'
import { testEveryPage } from './browser/every-page.ts'
import { testFinding } from './browser/finding.ts'
import { testFirstHours } from './browser/first-hours.ts'
import { testGuide } from './browser/guide.ts'
import { testLiveUpdates } from './browser/live.ts'
import { testVisitor } from './browser/visitor.ts'
import { fill, type World } from './browser/world.ts'
import { testWorstMoments } from './browser/worst-moments.ts'
import { testWriting } from './browser/writing.ts'

const executable = findChromium()

describe.skipIf(!executable)('in Chromium', () => {
  const world = {} as World
  beforeAll(() => fill(world, executable ?? {}))
  afterAll(async () => {
    await world.browser?.close()
    await world.suite?.close()
  })

  testEveryPage(world)
  testByHand(world)
  testWriting(world)
  testGuide(world)
  testComposing(world)
  testCompleting(world)
  testLiveUpdates(world)
  testFirstHours(world)
  testWorstMoments(world)
  testVisitor(world)
  testFinding(world)
})
