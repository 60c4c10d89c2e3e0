import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { declarationOf, type ServiceName, services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const folder = temporaryFolder('rotation')
afterAll(() => folder.remove())

let overlay: string
let count = 0
const inOverlay = (name: string) => path.join(overlay, name)

interface Ended {
  status: number
  words: string
}
const run = (script: string, words: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } }
    const args = [path.join(projectRoot, 'scripts', script), ...words]
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, words: stdout + stderr }),
    )
  })

/** A replacement for kubectl: records its arguments, and the contents of the files when they were applied. */
const standIn = `#!/bin/sh
echo "$*" >> "$RECORD/told"
if [ "$1" = apply ]; then
  n=$(ls "$RECORD" | grep -c '^applied') || true
  mkdir "$RECORD/applied-$n" && cp "$3"/secrets/*.env "$RECORD/applied-$n/"
fi
if [ "$3" = rollout ] && [ -f "$RECORD/fails" ]; then exit 1; fi
`

beforeEach(async () => {
  count += 1
  overlay = path.join(folder.path, `overlay-${count}`)
  mkdirSync(inOverlay('bin'), { recursive: true })
  mkdirSync(inOverlay('record'))
  writeFileSync(inOverlay('kustomization.yaml'), 'kind: Kustomization\nnamespace: elsewhere\n')
  writeFileSync(inOverlay('bin/kubectl'), standIn)
  chmodSync(inOverlay('bin/kubectl'), 0o755)
  const made = await run('deployment.mjs', ['k8s', inOverlay('secrets')])
  expect(made.status, made.words).toBe(0)
}, 60_000)

const rotateNow = (key: string, step: string, ...words: string[]) =>
  run('rotate.mjs', [overlay, key, step, ...words], {
    PATH: `${inOverlay('bin')}:${process.env.PATH}`,
    RECORD: inOverlay('record'),
  })
const told = () => readFileSync(inOverlay('record/told'), 'utf8').trimEnd().split('\n')
const valueIn = (file: string, key: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${key}=`))
    ?.slice(key.length + 1) ?? ''
const now = (service: ServiceName, key: string) => valueIn(inOverlay(`secrets/${service}.env`), key)
/** What the n-th step applied to the cluster. */
const applied = (step: number, service: ServiceName, key: string) =>
  valueIn(inOverlay(`record/applied-${step}/${service}.env`), key)
const stateFile = () => inOverlay('secrets/rotation.json')
const readState = () => JSON.parse(readFileSync(stateFile(), 'utf8'))
/** As if every replica had the last step so long ago, in seconds. */
const ago = (seconds: number) =>
  writeFileSync(
    stateFile(),
    JSON.stringify({ ...readState(), at: new Date(Date.now() - seconds * 1000).toISOString() }),
  )
const LONG = 24 * 60 * 60
/** A step long after the one before. */
function rotate(key: string, step: string) {
  if (existsSync(stateFile())) ago(LONG)
  return rotateNow(key, step)
}
const status = (service: ServiceName) =>
  `-n elsewhere rollout status deployment/agora-${service} --timeout=10m`

describe('rotating in a cluster', { timeout: 60_000 }, () => {
  test('applies by another command where one is given, which has the changed files', async () => {
    const command = [
      'sh',
      '-c',
      'echo "applied by hand" >> "$RECORD/told"; cp "$0"/secrets/captcha.env "$RECORD"',
    ]
    const words = ['--namespace', 'elsewhere', '--', ...command, overlay]
    const before = now('captcha', 'CAPTCHA_KEYS')
    expect(await rotateNow('captcha-key', 'add', ...words)).toMatchObject({ status: 0 })
    expect(told()).toEqual(['applied by hand', status('captcha')])
    expect(valueIn(inOverlay('record/captcha.env'), 'CAPTCHA_KEYS')).toMatch(new RegExp(`^${before},\\w+$`))
    expect(await rotateNow('captcha-key', 'use', '--namespace', 'elsewhere')).toMatchObject({ status: 1 })
  })

  test.each([
    ['captcha-key', 'captcha', 'CAPTCHA_KEYS'],
    ['webhook-key', 'apps', 'WEBHOOK_KEY'],
    ['id-token-key', 'gateway', 'ID_TOKEN_KEYS'],
    ['authenticator-key', 'gateway', 'AUTHENTICATOR_KEY'],
  ] as const)(
    '%s: both are accepted before the new one signs, and the old one goes last',
    async (key, service, name) => {
      const old = now(service, name)
      for (const step of ['add', 'use']) expect(await rotate(key, step)).toMatchObject({ status: 0 })
      const early = await rotateNow(key, 'drop')
      expect(early).toMatchObject({ status: 1, words: expect.stringContaining('not before 2') })
      expect((await rotate(key, 'drop')).words).toContain(`The rotation of ${key} is complete.`)
      const fresh = now(service, name)
      expect(fresh).toMatch(/^[0-9a-f]{64}$/)
      expect([0, 1, 2].map((step) => applied(step, service, name))).toEqual([
        `${old},${fresh}`,
        `${fresh},${old}`,
        fresh,
      ])
      expect(told()).toEqual([0, 1, 2].flatMap(() => [`apply -k ${overlay}`, status(service)]))
    },
  )

  test('internal-key: the old one is dropped when operators have the new one', async () => {
    const old = now('gateway', 'INTERNAL_KEY')
    await rotate('internal-key', 'add')
    await rotate('internal-key', 'drop')
    expect(applied(0, 'gateway', 'INTERNAL_KEY')).toBe(`${old},${now('gateway', 'INTERNAL_KEY')}`)
    expect(now('gateway', 'INTERNAL_KEY')).not.toBe(old)
  })

  test('principal-key: every service knows the new one before the gateway signs with it', async () => {
    const readers = services.filter((service) => now(service, 'PRINCIPAL_KEYS') !== '')
    const kids = (step: number) =>
      JSON.parse(applied(step, 'forum', 'PRINCIPAL_KEYS')).keys.map(({ kid }: { kid: string }) => kid)
    await rotate('principal-key', 'add')
    expect(told().slice(1)).toEqual(readers.map(status).sort())
    await rotate('principal-key', 'use')
    await rotate('principal-key', 'drop')
    const { kid, d } = JSON.parse(now('gateway', 'PRINCIPAL_PRIVATE_KEY'))
    expect(JSON.parse(applied(0, 'gateway', 'PRINCIPAL_PRIVATE_KEY')).kid).not.toBe(kid)
    expect(kids(0)).toHaveLength(2)
    expect(kids(2)).toEqual([kid])
    for (const reader of readers) {
      expect(now(reader, 'PRINCIPAL_KEYS')).toBe(now('forum', 'PRINCIPAL_KEYS'))
      expect(now(reader, 'PRINCIPAL_KEYS')).not.toContain(d)
    }
    expect(existsSync(inOverlay('secrets/rotation.json'))).toBe(false)
  })

  test('held-names-key: the previous one is kept beside the new one for the 30 days that it is needed', async () => {
    const key = () => now('gateway', 'HELD_NAMES_KEY')
    const first = key()
    expect(await rotate('held-names-key', 'use')).toMatchObject({ status: 0 })
    const [second, before] = key().split(',')
    expect(before).toBe(first)
    const again = await rotate('held-names-key', 'use')
    expect(again).toMatchObject({ status: 1, words: expect.stringContaining('not before 2') })
    expect(key()).toBe(`${second},${first}`)
    const completed = inOverlay('secrets/rotated.json')
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    writeFileSync(completed, JSON.stringify({ 'held-names-key': daysAgo(29) }))
    expect(await rotate('held-names-key', 'use')).toMatchObject({ status: 1 })
    writeFileSync(completed, JSON.stringify({ 'held-names-key': daysAgo(31) }))
    expect(await rotate('held-names-key', 'use')).toMatchObject({ status: 0 })
    expect(key()).toMatch(new RegExp(`^[0-9a-f]{64},${second}$`))
  })

  test('service-key: the called services accept both, then it calls with the new one', async () => {
    const old = now('forum', 'SERVICE_KEY')
    const called = services.filter((service) => declarationOf(service).calledBy.includes('forum'))
    for (const step of ['add', 'use', 'drop']) await rotate('service-key:forum', step)
    const fresh = now('forum', 'SERVICE_KEY')
    const callerOf = (key: string) => `forum=${createHash('sha256').update(key).digest('hex')}`
    for (const service of called) {
      expect(applied(1, service, 'SERVICE_CALLERS')).toContain(callerOf(old))
      expect(applied(1, service, 'SERVICE_CALLERS')).toContain(callerOf(fresh))
      expect(now(service, 'SERVICE_CALLERS')).not.toContain(callerOf(old))
    }
    expect(told().filter((line) => line.includes('rollout'))).toEqual(
      [...called, 'forum' as const, ...called].map(status),
    )
  })

  test('a step whose pods do not come up fails, and can be repeated without a new key', async () => {
    writeFileSync(inOverlay('record/fails'), '')
    const failed = await rotate('captcha-key', 'add')
    expect(failed).toMatchObject({ status: 1, words: expect.stringContaining('repeat the step') })
    const both = now('captcha', 'CAPTCHA_KEYS')
    const record = inOverlay('record')
    expect(readdirSync(record)).toContain('applied-0')
    writeFileSync(inOverlay('bin/kubectl'), standIn.replace('exit 1', 'exit 0'))
    expect(await rotate('captcha-key', 'add')).toMatchObject({ status: 0 })
    expect(now('captcha', 'CAPTCHA_KEYS')).toBe(both)
  })

  test('no step follows one that was broken off: some replicas may not have it', async () => {
    const both = () => now('gateway', 'INTERNAL_KEY')
    writeFileSync(inOverlay('record/fails'), '')
    await rotateNow('internal-key', 'add')
    const begun = both()
    const refused = await rotateNow('internal-key', 'drop')
    expect(refused).toMatchObject({ status: 1, words: expect.stringContaining('repeat it first') })
    expect(both()).toBe(begun)
    rmSync(inOverlay('record/fails'))
    expect(await rotateNow('internal-key', 'add')).toMatchObject({ status: 0 })
    expect(await rotate('internal-key', 'drop')).toMatchObject({ status: 0 })
  })

  test('a step counts from when its last pod was up, and the next one waits for those that still leave', async () => {
    await rotate('captcha-key', 'add')
    writeFileSync(inOverlay('record/fails'), '')
    expect(await rotate('captcha-key', 'use')).toMatchObject({ status: 1 })
    ago(LONG)
    rmSync(inOverlay('record/fails'))
    expect(await rotateNow('captcha-key', 'use')).toMatchObject({ status: 0 })
    expect(await rotateNow('captcha-key', 'drop')).toMatchObject({
      status: 1,
      words: expect.stringContaining('not before 2'),
    })
    ago(20 * 60 + 28)
    expect(await rotateNow('captcha-key', 'drop')).toMatchObject({
      status: 0,
      words: expect.stringMatching(/^waits [12] s for the last pods/),
    })
  })

  test('a step that was broken off before all files had it changes them all when it is repeated', async () => {
    const before = new Map(services.map((service) => [service, now(service, 'PRINCIPAL_KEYS')]))
    await rotateNow('principal-key', 'add')
    const after = now('forum', 'PRINCIPAL_KEYS')
    for (const service of ['apps', 'archive'] as const) {
      const file = inOverlay(`secrets/${service}.env`)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(after, before.get(service) ?? ''))
      expect(now(service, 'PRINCIPAL_KEYS')).toBe(before.get(service))
    }
    await rotateNow('principal-key', 'add')
    for (const service of ['apps', 'archive'] as const) expect(now(service, 'PRINCIPAL_KEYS')).toBe(after)
  })

  test('steps are run in order, one rotation at a time', async () => {
    expect((await rotate('captcha-key', 'use')).words).toContain('the next step of captcha-key is "add"')
    await rotate('captcha-key', 'add')
    expect((await rotate('webhook-key', 'add')).words).toContain(
      'the rotation of captcha-key is at "add": finish it first',
    )
    expect((await rotate('captcha-key', 'drop')).words).toContain('the next step of captcha-key is "use"')
    expect(await rotate('no-such-key', 'add')).toMatchObject({ status: 2 })
    const nowhere = inOverlay('nowhere')
    expect((await run('rotate.mjs', [nowhere, 'captcha-key', 'add'])).words).toContain(
      `${nowhere}/secrets is not there: name an overlay`,
    )
  })
})
