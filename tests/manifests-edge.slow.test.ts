import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { declarationOf, services, withDatabase } from '@agora/shared/contracts/services'
import { describe, expect, test } from 'vitest'
import { findKubectl, type Manifest, modelsOf, render, unknownFields } from './support/manifests.ts'

const kubectl = await findKubectl()

const edit = (overlay: string, name: string, change: (text: string) => string) => {
  const file = path.join(overlay, name)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
const find = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)
const jobs = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name)

describe.skipIf(kubectl === undefined)('the production overlay', () => {
  test('names its host and what is in front of it once', async () => {
    const manifests = await render('production', ['autoscaling'], (overlay) => {
      edit(overlay, 'edge.yaml', (text) =>
        text.replaceAll('community.example', 'forum.example').replace('envoy-gateway-system', 'traefik'),
      )
      edit(overlay, 'kustomization.yaml', (text) => text.replace('namespace: agora', 'namespace: staging'))
    })
    const text = JSON.stringify(manifests.filter(({ kind }) => !['ConfigMap', 'Secret'].includes(kind)))
    expect(text).not.toContain('community.example')
    expect(text).not.toContain('envoy-gateway-system')
    expect(find(manifests, 'ConfigMap', 'edge')).toBeUndefined()
    expect(find(manifests, 'HTTPRoute', 'agora')?.spec.hostnames).toEqual(['forum.example'])
    expect(find(manifests, 'Probe', 'agora-site')?.spec.targets.staticConfig.static).toEqual([
      'https://forum.example/',
      'https://forum.example/api/v1/forum/sections',
    ])
    for (const name of ['agora-gateway', 'acme-solver'])
      expect(find(manifests, 'NetworkPolicy', name)?.spec.ingress[0].from[0]).toEqual({
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'traefik' } },
      })
    for (const { kind, spec } of manifests)
      if (kind === 'ScaledObject') expect(spec.triggers[0].metadata.query).toContain('namespace="staging"')
  })

  test('gives streamed bodies the time that their service takes, and lets them arrive', async () => {
    const manifests = await render('production')
    const rules: Manifest['spec'][] = find(manifests, 'HTTPRoute', 'agora')?.spec.rules
    const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1])
    const streamed = services.flatMap((service) => declarationOf(service).streams ?? [])
    expect(streamed.length).toBeGreaterThan(0)
    for (const { path: streamedPath, answerMs } of streamed) {
      const rule = rules.find(({ matches }) =>
        matches.some((one: { path: { value: string } }) => one.path.value === streamedPath),
      )
      for (const limit of [rule?.timeouts.request, rule?.timeouts.backendRequest])
        expect(seconds(limit)).toBeGreaterThan(answerMs / 1000)
    }
    const { timeout } = find(manifests, 'ClientTrafficPolicy', 'agora')?.spec ?? {}
    expect(seconds(timeout.http.requestReceivedTimeout)).toBeGreaterThan(60)
  })

  test('has an Ingress instead, by a component', async () => {
    const manifests = await render('production', [], (overlay) =>
      edit(overlay, 'kustomization.yaml', (text) =>
        text.replace('../../components/gateway-api #', '../../components/ingress #'),
      ),
    )
    const ingress = find(manifests, 'Ingress', 'agora') as Manifest
    const { Ingress } = await import(/* @vite-ignore */ modelsOf(ingress))
    new Ingress(ingress).validate()
    expect(await unknownFields([ingress])).toBe('')
    const { spec } = ingress
    expect(spec.rules[0].http.paths[0].backend.service).toEqual({
      name: 'agora-gateway',
      port: { name: 'http' },
    })
    expect(manifests.filter(({ apiVersion }) => apiVersion.startsWith('gateway.'))).toEqual([])
  })

  test('names each Job after what it runs, so that another version and another component are other Jobs', async () => {
    const before = jobs(await render('production'))
    expect(before).toHaveLength(withDatabase.length)
    expect(jobs(await render('production'))).toEqual(before)
    const after = jobs(
      await render('production', [], (overlay) =>
        edit(overlay, 'kustomization.yaml', (text) => text.replaceAll(/newTag: .*/g, 'newTag: 9.9.9')),
      ),
    )
    const trusting = jobs(await render('production', ['authority']))
    for (const others of [after, trusting]) {
      expect(others).toHaveLength(before.length)
      expect(others.filter((name) => before.includes(name))).toEqual([])
    }
  })

  test('rolls the pods when an address or a setting that all share changes', async () => {
    const addressesOf = async (change?: (overlay: string) => void) => {
      const manifests = await render('production', [], change)
      const [container] = find(manifests, 'Deployment', 'agora-forum')?.spec.template.spec.containers ?? []
      return container.envFrom[1].configMapRef.name as string
    }
    const changed = await addressesOf((overlay) =>
      edit(overlay, 'kustomization.yaml', (text) =>
        text.replace(
          'configMapGenerator:\n',
          'configMapGenerator:\n  - { name: agora-addresses, behavior: merge, literals: [LOG_LEVEL=debug] }\n',
        ),
      ),
    )
    expect(changed).toMatch(/^agora-addresses-[a-z0-9]{10}$/)
    expect(changed).not.toBe(await addressesOf())
  })
})
