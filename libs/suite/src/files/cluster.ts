import { readFileSync } from 'node:fs'
import path from 'node:path'
import { backends, elsewhereAmong, storesAmong } from '@agora/shared/contracts/service-declaration'
import {
  declarationOf,
  minReplicasOf,
  type ServiceName,
  schemaOf,
  services,
  upstreamNames,
  urlsKeyOf,
} from '@agora/shared/contracts/services'
import { projectRoot } from '../project.ts'
import { CONTAINER_PORT } from './containers.ts'
import { dnsPorts, lines, MADE, resources } from './generated.ts'
import { withRegions } from './regions.ts'

export const { version }: { version: string } = JSON.parse(
  readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
)
const header = ['apiVersion: kustomize.config.k8s.io/v1beta1', 'kind: Kustomization']
const replace = (path: string, value: string) => `- { op: replace, path: ${path}, value: ${value} }`
const add = (path: string, value: string) => `- { op: add, path: ${path}, value: ${value} }`

function kustomization(service: ServiceName): string {
  const patches = [
    ['apps', 'v1', 'Deployment', 'agora', 'deployment.yaml'],
    ['autoscaling', 'v2', 'HorizontalPodAutoscaler', 'agora', 'scaling.yaml'],
    ...(declarationOf(service).metricsPort === undefined
      ? []
      : [['', 'v1', 'Service', 'agora-pods', 'pods.yaml']]),
  ]
  return lines(
    MADE,
    ...header,
    `nameSuffix: -${service}`,
    'labels:',
    `  - { pairs: { app.kubernetes.io/name: ${service} }, includeSelectors: true }`,
    'resources: [../../service]',
    'images:',
    `  - { name: agora-service, newName: agora-${service} }`,
    'patches:',
    ...patches.flatMap(([group, version, kind, name, file]) => [
      `  - path: ${file}`,
      `    target: { ${group ? `group: ${group}, ` : ''}version: ${version}, kind: ${kind}, name: ${name} }`,
    ]),
  )
}

/** In MiB: what the container may have, less what Node and buffers take outside of the heap. */
const heapOf = (memoryLimit: string) => Math.floor(Number.parseInt(memoryLimit, 10) * 0.6)

/** What distinguishes a service's pods. */
function deploymentPatch(service: ServiceName): string {
  const { backends: needed, metricsPort, files, resources } = declarationOf(service)
  const pod = '/spec/template/spec'
  const waiting = [
    replace(`${pod}/initContainers/0/command/2`, schemaOf(service)),
    replace(`${pod}/initContainers/0/env/0/valueFrom/secretKeyRef/name`, `agora-${service}`),
  ]
  const metrics = (port: number) => [
    replace('/spec/template/metadata/annotations/prometheus.io~1port', `"${port}"`),
    add(`${pod}/containers/0/ports/-`, `{ name: metrics, containerPort: ${port} }`),
    add(`${pod}/containers/0/env/-`, '{ name: METRICS_HOST, value: "::" }'),
    add(`${pod}/containers/0/env/-`, `{ name: METRICS_PORT, value: "${port}" }`),
    // Callers who take all connections of the other port must not look like a process that hangs.
    ...['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) =>
      replace(`${pod}/containers/0/${probe}/httpGet/port`, 'metrics'),
    ),
  ]
  return lines(
    MADE,
    ...(needed.includes('postgres') ? waiting : [`- { op: remove, path: ${pod}/initContainers }`]),
    replace(`${pod}/containers/0/name`, service),
    replace(`${pod}/containers/0/envFrom/0/secretRef/name`, `agora-${service}`),
    ...(metricsPort === undefined ? [] : metrics(metricsPort)),
    ...(files === undefined
      ? []
      : [
          add(`${pod}/volumes/-`, `{ name: files, emptyDir: { sizeLimit: ${files.room} } }`),
          add(`${pod}/containers/0/volumeMounts/-`, '{ name: files, mountPath: /var/lib/agora }'),
          add(`${pod}/containers/0/env/-`, '{ name: TMPDIR, value: /var/lib/agora }'),
          // Each process of a cluster keeps only what is on its way.
          add(`${pod}/securityContext/fsGroup`, '10001'),
        ]),
    replace(
      `${pod}/containers/0/resources/requests`,
      `{ cpu: ${resources.cpu}, memory: ${resources.memory} }`,
    ),
    replace(`${pod}/containers/0/resources/limits/memory`, resources.memoryLimit),
    replace(`${pod}/containers/0/command/1`, `--max-old-space-size=${heapOf(resources.memoryLimit)}`),
  )
}

const pods = (service: string) => `- podSelector: { matchLabels: { app.kubernetes.io/name: ${service} } }`
/** The overlay names it, once (`edge.yaml`). */
const edge = '- namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: edge } }'
const monitoring = '- namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } }'
const tcp = (...ports: readonly number[]) =>
  `ports: [${ports.map((port) => `{ port: ${port}, protocol: TCP }`).join(', ')}]`

/**
 * Who may reach a service: what is in front the gateway, the gateway the others; also their callers. Monitoring
 * may read metrics.
 */
function ingress(service: ServiceName): string[] {
  const { calledBy, metricsPort = CONTAINER_PORT } = declarationOf(service)
  if (service === 'gateway')
    return [
      '# What is in front is trusted for the address of a caller (site.trusted_proxies): nobody else may say one.',
      '- from:',
      `    ${edge}`,
      ...['gateway', ...calledBy].map((name) => `    ${pods(name)}`),
      `  ${tcp(CONTAINER_PORT)}`,
      '- from:',
      `    ${pods('gateway')}`,
      `    ${monitoring}`,
      `  ${tcp(metricsPort)}`,
    ]
  const callers = [...new Set(['gateway', ...calledBy])]
  return [
    '- from:',
    ...callers.map((name) => `    ${pods(name)}`),
    `    ${monitoring}`,
    `  ${tcp(CONTAINER_PORT)}`,
  ]
}

/** What a service may reach: DNS, its backends, those it calls, what it is declared to reach, and a trace collector. */
function egress(service: ServiceName): string[] {
  const { backends: needed, metricsPort, reaches } = declarationOf(service)
  const calls = services.filter((name) => declarationOf(name).calledBy.includes(service))
  const called = service === 'gateway' ? upstreamNames : calls
  const to = (name: string, ...ports: number[]) => ['- to:', `    ${pods(name)}`, `  ${tcp(...ports)}`]
  const stores = storesAmong(needed).flatMap((name) => backends[name].ports)
  return [
    '- ports:',
    ...dnsPorts.map((port) => `    ${port}`),
    ...(stores.length === 0 ? [] : [`- ${tcp(...stores)}`]),
    ...elsewhereAmong(needed).flatMap(({ what, ports }) => [`# ${what}`, `- ${tcp(...ports)}`]),
    ...(metricsPort === undefined
      ? []
      : [
          '# What the operations page shows of the others of its kind.',
          ...to(service, CONTAINER_PORT, metricsPort),
        ]),
    ...called.flatMap((name) => to(name, CONTAINER_PORT)),
    ...reaches.flatMap(({ what, port }) => [`# ${what}`, `- ${tcp(port)}`]),
    ...(service === 'gateway'
      ? [
          '# Prometheus, which tells the operations page the alerts that fire.',
          '- to:',
          `    ${monitoring}`,
          `  ${tcp(9090)}`,
        ]
      : []),
    '# A collector of traces, where OTEL_EXPORTER_OTLP_ENDPOINT names one: OTLP over HTTP.',
    '- to:',
    `    ${monitoring}`,
    `  ${tcp(4318)}`,
  ]
}

const policy = (service: ServiceName) =>
  lines(
    'apiVersion: networking.k8s.io/v1',
    'kind: NetworkPolicy',
    'metadata:',
    `  name: agora-${service}`,
    'spec:',
    '  podSelector:',
    '    matchLabels:',
    `      app.kubernetes.io/name: ${service}`,
    '  policyTypes: [Ingress, Egress]',
    '  ingress:',
    ...ingress(service).map((line) => `    ${line}`),
    '  egress:',
    ...egress(service).map((line) => `    ${line}`),
  )

/** A policy for each service. */
export const networkPolicies = (): string[] => services.map(policy)

/** The name under which DNS lists every pod's address: requests are spread over the pods, not connections. */
const addressOf = (service: ServiceName) => `http://agora-pods-${service}:${CONTAINER_PORT}`

function filesOf(service: ServiceName): Record<string, string> {
  const { maxReplicas, metricsPort } = declarationOf(service)
  const folder = `k8s/base/${service}`
  const port = `{ name: metrics, port: ${metricsPort}, targetPort: metrics }`
  return {
    [`${folder}/kustomization.yaml`]: kustomization(service),
    [`${folder}/deployment.yaml`]: deploymentPatch(service),
    [`${folder}/scaling.yaml`]: lines(
      MADE,
      replace('/spec/minReplicas', String(minReplicasOf(service))),
      replace('/spec/maxReplicas', String(maxReplicas)),
    ),
    ...(metricsPort === undefined
      ? {}
      : { [`${folder}/pods.yaml`]: lines(MADE, add('/spec/ports/-', port)) }),
  }
}

/** Named after its content, so that a changed secret changes the pods. */
const generatedSecret = (name: string) => [`- name: agora-${name}`, `  envs: [secrets/${name}.env]`]
/** Under a constant name: the Jobs are named by what they run, which does not include what a Secret holds. */
const databases = [...generatedSecret('databases'), '  options: { disableNameSuffixHash: true }']

/** The manifests generated from the services' declarations: one folder each with the differences from `k8s/service`. */
export const clusterFiles = (): Record<string, string> => ({
  'k8s/base/kustomization.yaml': lines(
    MADE,
    ...header,
    `resources: [default-deny.yaml, migrations.yaml, network.yaml, priority.yaml, ${services.join(', ')}]`,
    'labels:',
    '  - includeTemplates: true',
    '    pairs:',
    '      app.kubernetes.io/part-of: agora',
    '      app.kubernetes.io/managed-by: kustomize',
    `      app.kubernetes.io/version: ${version}`,
    'configMapGenerator:',
    '  - { name: agora-addresses, envs: [addresses.env] }',
  ),
  'k8s/base/addresses.env': withRegions('k8s/base/addresses.env', {
    services: [
      `GATEWAY_URL=${addressOf('gateway')}`,
      ...upstreamNames.map((service) => `${urlsKeyOf(service)}=${addressOf(service)}`),
    ],
  }),
  'k8s/base/network.yaml': resources(networkPolicies()),
  ...Object.assign({}, ...services.map(filesOf)),
  'k8s/overlays/dev/kustomization.yaml': withRegions('k8s/overlays/dev/kustomization.yaml', {
    secrets: [...services.flatMap(generatedSecret), ...databases],
    images: services.flatMap((name) => [`- name: agora-${name}`, '  newTag: dev']),
  }),
  'k8s/overlays/production/kustomization.yaml': withRegions('k8s/overlays/production/kustomization.yaml', {
    secrets: [
      ...services.flatMap(generatedSecret),
      ...databases,
      ...['backup', 'pooler'].flatMap(generatedSecret),
      '  files: [secrets/databases.ini, secrets/tls.ini, secrets/users.txt]',
    ],
    images: [...services, 'backup'].flatMap((name) => [
      `- name: agora-${name}`,
      `  newName: registry.example/agora-${name}`,
      `  newTag: ${version}`,
    ]),
  }),
})
