import { type ServiceName, services } from '@agora/shared/contracts/services'
import { beforeAll } from 'vitest'
import { type Manifest, render } from './manifests.ts'

export const overlays = ['dev', 'production'] as const

export const nameOf = (service: ServiceName) => `agora-${service}`

/** The parts of an overlay, which is rendered before the tests around this call. */
export function partsOf(overlay: (typeof overlays)[number]) {
  let manifests: Manifest[] = []
  beforeAll(async () => {
    manifests = await render(overlay)
  })

  const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind))
  const named = (kind: string, name: string) =>
    ofKind(kind).find((manifest) => manifest.metadata.name === name || isHashed(manifest, name)) as Manifest
  /** Kustomize appends a hash of the content to the names of what it generates. */
  const isHashed = ({ metadata }: Manifest, name: string) =>
    metadata.name.startsWith(`${name}-`) && /^-[a-z0-9]{10}$/.test(metadata.name.slice(name.length))
  const workloads = () => [
    ...ofKind('Deployment', 'StatefulSet', 'Job'),
    ...ofKind('CronJob').map((job) => ({ ...job, spec: job.spec.jobTemplate.spec })),
  ]
  const containersOf = ({ spec }: Manifest) => [
    ...(spec.template.spec.initContainers ?? []),
    ...spec.template.spec.containers,
  ]
  const serviceWorkloads = () => services.map((service) => named('Deployment', nameOf(service)))

  return { all: () => manifests, ofKind, named, isHashed, workloads, containersOf, serviceWorkloads }
}

interface Peer {
  podSelector?: { matchLabels: Record<string, string> }
  namespaceSelector?: { matchLabels: Record<string, string> }
}
export interface Rule {
  from?: Peer[]
  to?: Peer[]
  ports: { port: number }[]
}
/** The label by which pods are chosen: the others tell of what, where and which version. */
export const chosenBy = (labels: Record<string, string>) => labelsOf(labels['app.kubernetes.io/name'] ?? '')
export const labelsOf = (service: string) => ({ 'app.kubernetes.io/name': service })
/** Whether a rule lets traffic with these pods through on this port; a rule without peers applies to all. */
export const lets = (rules: Rule[], peers: Peer, port: number) =>
  rules.some(
    (rule) =>
      rule.ports.some((one) => one.port === port) &&
      (rule.from ?? rule.to ?? [peers]).some((peer) => JSON.stringify(peer) === JSON.stringify(peers)),
  )
