import { afterAll, beforeAll } from 'vitest'
import { testDevices } from './devices.ts'
import { testFlow } from './flow.ts'
import { testIntrospection } from './introspection.ts'
import { testClaims } from './openid-claims.ts'
import { testPrompts } from './openid-prompts.ts'
import { testPublicClient } from './public-client.ts'
import { testSignOut } from './sign-out.ts'
import { testUserinfo } from './userinfo.ts'
import { fill, type World } from './world.ts'

const world = {} as World
beforeAll(() => fill(world))
afterAll(() => world.suite?.close())

testFlow(world)
testPublicClient(world)
testClaims(world)
testUserinfo(world)
testPrompts(world)
testIntrospection(world)
testSignOut(world)
testDevices(world)
