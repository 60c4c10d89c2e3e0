import { declarationOf, services } from '@agora/shared/contracts/services'
import { describe, expect, test } from 'vitest'
import { findKubectl } from './support/manifests.ts'
import { chosenBy, labelsOf, lets, nameOf, overlays, partsOf, type Rule } from './support/overlay.ts'

const kubectl = await findKubectl()
const inNamespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
})

describe.skipIf(kubectl === undefined).each(overlays)('the network of the %s overlay', (overlay) => {
  const controller = inNamespace(overlay === 'dev' ? 'edge' : 'envoy-gateway-system')
  const { ofKind, named, workloads } = partsOf(overlay)

  test('refuses all traffic that no policy allows, and has a policy for each workload', () => {
    expect(named('NetworkPolicy', 'default-deny').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
    for (const workload of workloads()) {
      const { kind, metadata } = workload
      const policy = named('NetworkPolicy', kind === 'Job' ? 'agora-migration' : metadata.name)
      expect(policy.spec.podSelector.matchLabels).toEqual(chosenBy(workload.spec.template.metadata.labels))
      expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    }
    for (const service of services) {
      const { ingress } = named('NetworkPolicy', nameOf(service)).spec
      const isOpen = ingress.some(({ from }: { from?: unknown }) => from === undefined)
      expect(isOpen, service).toBe(false)
    }
  })

  test('lets what is in front, the services that call it and nobody else reach the gateway', () => {
    const { ingress } = named('NetworkPolicy', nameOf('gateway')).spec as { ingress: Rule[] }
    const peers = ingress
      .filter(({ ports }) => ports.some(({ port }) => port === 8080))
      .flatMap(({ from = [] }) => from)
    const own = ['gateway', ...declarationOf('gateway').calledBy].map((service) => ({
      podSelector: { matchLabels: labelsOf(service) },
    }))
    expect(peers).toEqual([controller, ...own])
  })

  test.runIf(overlay === 'production')('lets what is in front reach what answers for a certificate', () => {
    const { podSelector, ingress } = named('NetworkPolicy', 'acme-solver').spec
    expect(podSelector.matchLabels).toEqual({ 'acme.cert-manager.io/http01-solver': 'true' })
    expect([lets(ingress, controller, 8089), lets(ingress, controller, 80), lets(ingress, {}, 8089)]).toEqual(
      [true, false, false],
    )
  })

  test.runIf(overlay === 'production')(
    'lets the pods reach the stores at the ports that their addresses name',
    () => {
      const { podSelector, egress } = named('NetworkPolicy', 'agora-stores').spec
      expect(podSelector.matchLabels).toEqual({ 'app.kubernetes.io/part-of': 'agora' })
      expect(egress[0].ports.map(({ port }: { port: number }) => port)).toEqual([443, 465, 4222, 5432, 6379])
    },
  )

  test('routes no traffic to a Job: its pods belong to no Service', () => {
    const labels = new Set(
      ofKind('Job').map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name']),
    )
    for (const { metadata, spec } of ofKind('Service'))
      expect(labels.has(spec.selector['app.kubernetes.io/name']), metadata.name).toBe(false)
  })

  test('names services by what DNS has every pod’s address for, so that requests are spread and not connections', () => {
    const data = Object.entries(named('ConfigMap', 'agora-addresses').data ?? {})
    const addresses = data
      .filter(([key, value]) => key !== 'PROMETHEUS_URL' && /^https?:/.test(value))
      .map(([, value]) => value)
    const hosts = addresses.map((address) => new URL(String(address)).hostname)
    expect(hosts.toSorted()).toEqual(services.map((service) => `agora-pods-${service}`).toSorted())
    for (const host of hosts) expect(named('Service', host).spec.clusterIP).toBe('None')
  })

  test('lets the gateway find and reach every pod of every service, its own kind too', () => {
    const hosts: string = named('ConfigMap', 'agora-addresses').data?.REPLICA_HOSTS ?? ''
    const gateway = { podSelector: { matchLabels: labelsOf('gateway') } }
    const { egress } = named('NetworkPolicy', nameOf('gateway')).spec
    for (const service of services) {
      const { spec } = named('Service', hosts.replace('{service}', service))
      const labels = chosenBy(named('Deployment', nameOf(service)).spec.template.metadata.labels)
      expect(spec, service).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
      expect(spec.selector).toEqual(labels)
      const pods = { podSelector: { matchLabels: labels } }
      const { ingress } = named('NetworkPolicy', nameOf(service)).spec
      const [container] = named('Deployment', nameOf(service)).spec.template.spec.containers
      const ports = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
      const { metricsPort } = declarationOf(service)
      expect(ports).toEqual(metricsPort === undefined ? [8080] : [8080, metricsPort])
      for (const port of ports)
        expect([lets(egress, pods, port), lets(ingress, gateway, port)], `${service} ${port}`).toEqual([
          true,
          true,
        ])
    }
  })

  test('lets every service use DNS and send its spans to a collector', () => {
    const monitoring = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
    }
    for (const service of services) {
      const { egress } = named('NetworkPolicy', nameOf(service)).spec
      expect(lets(egress, {}, 53), service).toBe(true)
      expect(lets(egress, monitoring, 4318), service).toBe(true)
    }
  })
})
