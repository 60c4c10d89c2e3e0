import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { services } from '@agora/shared/contracts/services'
import { projectRoot } from '@agora/suite/project'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FETCHING, helm, Installation, lint, template } from './support/chart.ts'
import { effectOf } from './support/effect.ts'
import { findKubectl, type Manifest, render } from './support/manifests.ts'

const kubectl = await findKubectl()
const installation = new Installation()

beforeAll(() => installation.make(), FETCHING)
afterAll(() => installation.remove())

const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))

/** What the production overlay says, with the same secrets. */
const overlayWith = (components: readonly string[] = [], change: (text: string) => string = (text) => text) =>
  render('production', components, (overlay) => {
    installation.copyTo(overlay)
    edit(path.join(overlay, 'kustomization.yaml'), change)
  })
const without = (name: string) => (text: string) =>
  text.replace(new RegExp(`^ .*components/${name}.*\n`, 'm'), '')

/** The overlay names a registry that there is not. */
const asOverlay = () => [...installation.words, '--set', 'image.registry=registry.example']

describe.skipIf(kubectl === undefined)('the chart says the same as the production overlay', () => {
  const cases: [string, object, () => Promise<Manifest[]>][] = [
    ['as they are', {}, () => overlayWith()],
    [
      'with an Ingress',
      { edge: { kind: 'ingress', className: 'traefik' } },
      () => overlayWith([], (text) => text.replace('components/gateway-api', 'components/ingress')),
    ],
    [
      'with KEDA and a strict spread',
      { autoscaling: { keda: true }, spread: 'DoNotSchedule' },
      () => overlayWith(['autoscaling', 'spread']),
    ],
    [
      'without monitoring and backup',
      { monitoring: { enabled: false }, backup: { enabled: false } },
      () => overlayWith([], (text) => without('monitoring')(without('backup')(text))),
    ],
    ['without the pooler', { pooler: { enabled: false } }, () => overlayWith([], without('pooler'))],
    [
      'with another level of the log and another tag',
      { settings: { LOG_LEVEL: 'debug' }, image: { tag: '9.9.9' } },
      () =>
        overlayWith([], (text) =>
          text
            .replaceAll(/newTag: .*/g, 'newTag: 9.9.9')
            .replace(
              'configMapGenerator:\n',
              'configMapGenerator:\n  - { name: agora-addresses, behavior: merge, literals: [LOG_LEVEL=debug] }\n',
            ),
        ),
    ],
  ]
  test.each(cases)('%s', { timeout: FETCHING }, async (_name, values, overlay) => {
    expect(effectOf(await template(asOverlay(), values))).toEqual(effectOf(await overlay()))
  })

  test('with an authority of your own', { timeout: FETCHING }, async () => {
    const authority = path.join(installation.folder, 'authority.pem')
    writeFileSync(authority, '-----BEGIN CERTIFICATE-----\n')
    const words = [...asOverlay(), '--set-file', `authority=${authority}`]
    const overlay = await overlayWith(['authority'], (text) =>
      text.replace(
        'configMapGenerator:\n',
        'configMapGenerator:\n  - { name: agora-authority, files: [authority.pem] }\n  - { name: agora-authority-jobs, files: [authority.pem], options: { disableNameSuffixHash: true } }\n',
      ),
    )
    expect(effectOf(await template(words))).toEqual(effectOf(overlay))
  })
})

test('the chart passes helm lint, strictly', async () => {
  await expect(lint(installation.words)).resolves.toContain('0 chart(s) failed')
})

test.each([
  [{ services: { froum: { minReplicas: 1 } } }, 'froum'],
  [{ services: { forum: { resources: { limits: { memory: '1Gi' } } } } }, '1Gi'],
  [{ edge: { kind: 'nginx' } }, 'kind'],
  [{ secrets: { forum: { DATABASE_POOL_SIZE: 5 } } }, 'DATABASE_POOL_SIZE'],
])('the chart refuses %j, and names it', async (values, word) => {
  await expect(template(installation.words, values)).rejects.toThrow(word)
})

test('the chart refuses to do without a startup configuration, and says how to give it', async () => {
  await expect(template(['--values', installation.secrets])).rejects.toThrow('--set-file config=agora.yaml')
})

const find = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name) as Manifest
const jobsIn = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name)

test('what changes, rolls, and a Job is another one only if it runs something else', async () => {
  const before = await template(installation.words)
  const checksumOf = (manifests: readonly Manifest[], service: string) =>
    find(manifests, 'Deployment', `agora-${service}`).spec.template.metadata.annotations[
      'checksum/configuration'
    ]
  const forum = await template(installation.words, { secrets: { forum: { DATABASE_POOL_SIZE: '5' } } })
  expect(services.filter((name) => checksumOf(forum, name) !== checksumOf(before, name))).toEqual(['forum'])
  expect(jobsIn(forum)).toEqual(jobsIn(before))
  const all = await template(installation.words, { settings: { LOG_LEVEL: 'debug' } })
  expect(services.filter((name) => checksumOf(all, name) === checksumOf(before, name))).toEqual([])
  const upgraded = jobsIn(await template(installation.words, { image: { tag: '9.9.9' } }))
  expect(upgraded).toHaveLength(jobsIn(before).length)
  expect(upgraded.filter((name) => jobsIn(before).includes(name))).toEqual([])
})

test('a larger service gets a larger heap, and an image can be pinned by what it contains', async () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const manifests = await template(installation.words, {
    services: { forum: { maxReplicas: 30, resources: { limits: { memory: '1000Mi' } } } },
    image: { digests: { forum: digest } },
  })
  const [container] = find(manifests, 'Deployment', 'agora-forum').spec.template.spec.containers
  expect(container.command[1]).toBe('--max-old-space-size=600')
  expect(container.resources).toEqual({
    requests: { cpu: '500m', memory: '256Mi' },
    limits: { memory: '1000Mi' },
  })
  expect(container.image).toMatch(new RegExp(`/agora-forum:[0-9.]+@${digest}$`))
  expect(find(manifests, 'HorizontalPodAutoscaler', 'agora-forum').spec.maxReplicas).toBe(30)
})

test('a Secret that is not given is expected to exist', async () => {
  const words = installation.words.slice(2)
  const manifests = await template(words)
  expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
  const [container] = find(manifests, 'Deployment', 'agora-forum').spec.template.spec.containers
  expect(container.envFrom[0].secretRef.name).toBe('agora-forum')
})

test('a packed chart contains what it links to, and renders alike', async () => {
  await helm('package', path.join(projectRoot, 'k8s/chart'), '--destination', installation.folder)
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
  const packed = path.join(installation.folder, `agora-${version}.tgz`)
  expect(await template(installation.words, {}, packed)).toEqual(await template(installation.words))
})
