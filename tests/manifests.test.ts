import { accessSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  declarationOf,
  envPrefixOf,
  type ServiceName,
  schemaOf,
  services,
  withDatabase,
} from '@agora/shared/contracts/services'
import { MAX_BODY_BYTES } from '@agora/shared/http/bodies'
import { CPU_TARGET } from '@agora/suite/files/autoscaling'
import { POOLERS } from '@agora/suite/files/pooler'
import { projectRoot } from '@agora/suite/project'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findKubectl, type Manifest, modelsOf, render, unknownFields } from './support/manifests.ts'

interface EnvSchema {
  properties: Record<string, object>
  required?: readonly string[]
}
/** The variables with the addresses of a service's backends. */
async function envOf(service: ServiceName): Promise<EnvSchema> {
  const config = await import(path.join(projectRoot, 'services', service, 'src/config.ts'))
  return config.PostgresEnv ?? config.Env
}
const envs = Object.fromEntries(
  await Promise.all(services.map(async (service) => [service, await envOf(service)])),
) as Record<ServiceName, EnvSchema>
const nameOf = (service: ServiceName) => `agora-${service}`
/** The keys without which a service does not start. */
const requiredOf = (service: ServiceName) => {
  const { properties, required = [] } = envs[service]
  return required.filter((key) => !('default' in (properties[key] ?? {})))
}

/** Kustomize wraps long secrets, which Kubernetes accepts and the schema does not. */
function decodable(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret') return manifest
  const data = Object.entries(manifest.data ?? {}).map(([key, value]) => [key, value.replaceAll(/\s/g, '')])
  return { ...manifest, data: Object.fromEntries(data) }
}

const kubectl = await findKubectl()

describe.skipIf(kubectl === undefined).each(['dev', 'production'] as const)('the %s overlay', (overlay) => {
  let manifests: Manifest[]
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

  test('is valid for the Kubernetes API, to the last field', async () => {
    for (const manifest of manifests) {
      const models = await import(/* @vite-ignore */ modelsOf(manifest))
      new models[manifest.kind](decodable(manifest)).validate()
    }
    expect(await unknownFields(manifests)).toBe('')
  })

  test('puts everything into one namespace, each under a name of its own', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const { kind, metadata } of manifests) {
      if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).toBe('agora')
    }
  })

  test('runs nothing as root, with privileges, or with a writable file system', () => {
    for (const workload of workloads()) {
      const { name } = workload.metadata
      const pod = workload.spec.template.spec
      expect(pod.automountServiceAccountToken, name).toBe(false)
      expect(pod.securityContext, name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect([pod.hostNetwork, pod.hostPID, pod.hostIPC], name).toEqual([undefined, undefined, undefined])
      for (const container of containersOf(workload)) {
        expect(container.securityContext, `${name} ${container.name}`).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
      }
    }
  })

  test('limits every container’s resources', () => {
    for (const workload of workloads()) {
      for (const { name, resources } of containersOf(workload)) {
        expect(resources, `${workload.metadata.name} ${name}`).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
    }
  })

  test('names every image with a version', () => {
    for (const workload of workloads()) {
      for (const { image } of containersOf(workload)) expect(image).toMatch(/^[\w./-]+:(?!latest$)[\w.-]+$/)
    }
  })

  test('runs each service as its image would by itself', () => {
    const dockerfile = readFileSync(path.join(projectRoot, 'Dockerfile'), 'utf8')
    const [, command = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
    for (const { metadata, spec } of serviceWorkloads())
      expect(spec.template.spec.containers[0].command, metadata.name).toEqual(JSON.parse(command))
  })

  test('probes liveness separately from readiness, and lets a service drain', () => {
    for (const { metadata, spec } of serviceWorkloads()) {
      const [container] = spec.template.spec.containers
      expect(container.livenessProbe.httpGet.path, metadata.name).toBe('/health/live')
      expect(container.startupProbe.httpGet.path, metadata.name).toBe('/health/live')
      expect(container.readinessProbe.httpGet.path, metadata.name).toBe('/health/ready')
      // Where callers from anywhere could take all connections, probes have a port that they do not reach.
      const port = metadata.name === nameOf('gateway') ? 'metrics' : 'http'
      for (const probe of [container.livenessProbe, container.startupProbe, container.readinessProbe])
        expect(probe.httpGet.port, metadata.name).toBe(port)
      const drain = container.env.find(({ name }: { name: string }) => name === 'DRAIN_SECONDS')
      const { readinessProbe } = container
      // Longer than it takes to be found not ready, plus the process's own bound of 15 s.
      expect(Number(drain.value)).toBeGreaterThan(readinessProbe.periodSeconds)
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain.value) + 15)
      expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    }
  })

  test('scales every service separately, spreads it and keeps it up while nodes are drained', () => {
    for (const service of services) {
      const deployment = named('Deployment', nameOf(service))
      expect(deployment.spec.replicas, service).toBeUndefined()
      const autoscaler = named('HorizontalPodAutoscaler', nameOf(service))
      expect(autoscaler.spec.scaleTargetRef).toEqual({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: nameOf(service),
      })
      expect(autoscaler.spec.metrics[0].resource.target.averageUtilization).toBe(CPU_TARGET)
      expect(autoscaler.spec.minReplicas).toBeGreaterThanOrEqual(2)
      expect(autoscaler.spec.maxReplicas).toBeGreaterThan(autoscaler.spec.minReplicas)
      const labels = deployment.spec.template.metadata.labels
      const budget = named('PodDisruptionBudget', nameOf(service))
      expect(budget.spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: labels } })
      const keys = deployment.spec.template.spec.topologySpreadConstraints.map(
        ({ topologyKey }: { topologyKey: string }) => topologyKey,
      )
      expect(keys).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone'])
      expect(named('Service', nameOf(service)).spec.selector).toEqual(labels)
    }
  })

  test('refuses all traffic that no policy allows, and has a policy for each workload', () => {
    expect(named('NetworkPolicy', 'default-deny').spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
    for (const workload of workloads()) {
      const { kind, metadata } = workload
      const policy = named('NetworkPolicy', kind === 'Job' ? 'agora-migration' : metadata.name)
      expect(policy.spec.podSelector.matchLabels).toEqual(workload.spec.template.metadata.labels)
      expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    }
    for (const service of services) {
      const { ingress } = named('NetworkPolicy', nameOf(service)).spec
      const isOpen = ingress.some(({ from }: { from?: unknown }) => from === undefined)
      expect(isOpen, service).toBe(false)
    }
  })

  interface Peer {
    podSelector?: { matchLabels: Record<string, string> }
    namespaceSelector?: { matchLabels: Record<string, string> }
  }
  interface Rule {
    from?: Peer[]
    to?: Peer[]
    ports: { port: number }[]
  }
  const labelsOf = (service: string) => ({ 'app.kubernetes.io/name': service })
  /** Whether a rule lets traffic with these pods through on this port; a rule without peers applies to all. */
  const lets = (rules: Rule[], peers: Peer, port: number) =>
    rules.some(
      (rule) =>
        rule.ports.some((one) => one.port === port) &&
        (rule.from ?? rule.to ?? [peers]).some((peer) => JSON.stringify(peer) === JSON.stringify(peers)),
    )

  test('lets the ingress controller, the services that call it and nobody else reach the gateway', () => {
    const { ingress } = named('NetworkPolicy', nameOf('gateway')).spec as { ingress: Rule[] }
    const peers = ingress
      .filter(({ ports }) => ports.some(({ port }) => port === 8080))
      .flatMap(({ from = [] }) => from)
    const askers = services.filter((service) => declarationOf(service).asksTheApi)
    const own = ['gateway', ...declarationOf('gateway').calledBy, ...askers].map((service) => ({
      podSelector: { matchLabels: labelsOf(service) },
    }))
    const controller = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } },
    }
    expect(peers).toEqual([controller, ...own])
  })

  test.runIf(overlay === 'production')('bounds at the edge what the gateway bounds', () => {
    const { metadata, spec } = named('Ingress', 'agora')
    expect(spec.ingressClassName).toBe('nginx')
    expect(spec.tls[0].hosts).toEqual(spec.rules.map(({ host }: { host: string }) => host))
    const annotations = (metadata as { annotations?: Record<string, string> }).annotations ?? {}
    const of = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`]
    expect(of('proxy-body-size')).toBe(`${MAX_BODY_BYTES / 1024 / 1024}m`)
    for (const timeout of ['proxy-connect-timeout', 'proxy-read-timeout', 'proxy-send-timeout'])
      expect(Number(of(timeout)), timeout).toBeGreaterThan(0)
  })

  test.runIf(overlay === 'production')(
    'backs up every database each night, past the pooler, as the roles that own them',
    () => {
      const { schedule, concurrencyPolicy, jobTemplate } = named('CronJob', 'agora-backup').spec
      expect([schedule, concurrencyPolicy]).toEqual(['17 3 * * *', 'Forbid'])
      const [container] = jobTemplate.spec.template.spec.containers
      expect(container.envFrom).toContainEqual({ secretRef: { name: 'agora-databases' } })
      for (const service of withDatabase)
        expect(urlOf('agora-databases', urlKeyOf(service))).toBe(ownerUrlOf(service))
    },
  )

  const urlKeyOf = (service: ServiceName) => `${envPrefixOf(service)}_DATABASE_URL`
  /** The user, host and port of an address in a Secret. */
  const urlOf = (secret: string, key: string) => {
    const data = named('Secret', secret).data?.[key]?.replaceAll(/\s/g, '') ?? ''
    const { username, host, pathname } = new URL(Buffer.from(data, 'base64').toString())
    return `${username}@${host}${pathname}`
  }
  const postgres = overlay === 'dev' ? 'postgres:5432/agora' : 'postgres.example:5432/agora'
  const ownerUrlOf = (service: ServiceName) => `agora_${schemaOf(service)}@${postgres}`

  test('migrates each schema in a Job, as the role that owns it, and lets pods wait for that as one that may not', () => {
    for (const service of withDatabase) {
      const { spec } = named('Job', `agora-migrate-${service}`).spec.template
      const [job] = spec.containers
      const deployment = named('Deployment', nameOf(service))
      const [waiting] = deployment.spec.template.spec.initContainers
      expect(job.image).toBe(waiting.image)
      expect(waiting.command).toEqual([...job.command, '--wait'])
      expect(job.command).toContain(schemaOf(service))
      const [from, where] = [job, waiting].map(({ env }) => env[0].valueFrom.secretKeyRef)
      expect([from.name, from.key]).toEqual(['agora-databases', urlKeyOf(service)])
      expect(urlOf(from.name, from.key)).toBe(ownerUrlOf(service))
      expect(urlOf(where.name, where.key)).toBe(`agora_${schemaOf(service)}_rw@${postgres}`)
    }
    expect(ofKind('Job')).toHaveLength(withDatabase.length)
  })

  test('tells no service who owns its schema', () => {
    for (const workload of serviceWorkloads())
      expect(JSON.stringify(workload)).not.toContain('agora-databases')
  })

  test('routes no traffic to a Job: its pods belong to no Service', () => {
    const labels = new Set(
      ofKind('Job').map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name']),
    )
    for (const { metadata, spec } of ofKind('Service'))
      expect(labels.has(spec.selector['app.kubernetes.io/name']), metadata.name).toBe(false)
  })

  test.runIf(overlay === 'production')('sends requests through the pooler, and sessions past it', () => {
    for (const service of withDatabase) {
      const [container] = named('Deployment', nameOf(service)).spec.template.spec.containers
      const from = (key: string) =>
        container.env.find(({ name }: { name: string }) => name === key).valueFrom.secretKeyRef
      const [pooled, direct] = [from('DATABASE_URL'), from('DATABASE_DIRECT_URL')]
      const role = `agora_${schemaOf(service)}_rw`
      expect(urlOf(pooled.name, pooled.key)).toBe(`${role}@agora-pooler:5432/agora_${schemaOf(service)}`)
      expect(urlOf(direct.name, direct.key)).toBe(`${role}@${postgres}`)
      const { ingress } = named('NetworkPolicy', 'agora-pooler').spec
      expect(lets(ingress, { podSelector: { matchLabels: labelsOf(service) } }, 5432), service).toBe(true)
      const { egress } = named('NetworkPolicy', nameOf(service)).spec
      expect(lets(egress, {}, 5432), service).toBe(true)
    }
  })

  test.runIf(overlay === 'production')(
    'lets everything that talks to a store trust an authority of one’s own, with a component',
    async () => {
      const trusting = (await render(overlay, ['authority'])).map(({ kind, metadata, spec }) => ({
        name: `${kind} ${metadata.name}`,
        pod: (spec?.jobTemplate?.spec ?? spec)?.template?.spec,
      }))
      const talking = trusting.filter(({ name, pod }) => pod && name !== 'Deployment agora-web')
      expect(talking).toHaveLength(2 * withDatabase.length + 2)
      for (const { name, pod } of talking) {
        expect(pod.volumes, name).toContainEqual({
          name: 'authority',
          configMap: { name: 'agora-authority' },
        })
        for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
          const about = `${name} ${container.name}`
          const mounted = { name: 'authority', mountPath: '/etc/authority', readOnly: true }
          expect(container.volumeMounts, about).toContainEqual(mounted)
          if (container.name === 'pooler') continue
          const variable = { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/authority/authority.pem' }
          expect(container.env, about).toContainEqual(variable)
        }
      }
    },
  )

  test.runIf(overlay === 'production')('has as many poolers as the table of connections counts', () => {
    const { spec } = named('Deployment', 'agora-pooler')
    expect(spec.replicas).toBe(POOLERS)
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(named('Service', 'agora-pooler').spec.selector).toEqual(spec.template.metadata.labels)
    const [{ projected }] = spec.template.spec.volumes
    const [{ configMap }, { secret }] = projected.sources
    expect(named('ConfigMap', 'agora-pooler').metadata.name).toBe(configMap.name)
    expect(named('Secret', 'agora-pooler').metadata.name).toBe(secret.name)
    const keys = Object.keys(named('Secret', 'agora-pooler').data ?? {})
    for (const { key } of secret.items) expect(keys).toContain(key)
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
      const labels = named('Deployment', nameOf(service)).spec.template.metadata.labels
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

  test.runIf(overlay === 'production')('has every pod scraped once, where its metrics are', () => {
    for (const service of services) {
      const { labels } = named('Deployment', nameOf(service)).spec.template.metadata
      const [container] = named('Deployment', nameOf(service)).spec.template.spec.containers
      const monitors = ofKind('PodMonitor').filter(({ spec }) =>
        spec.selector.matchExpressions[0].values.includes(labels['app.kubernetes.io/name']),
      )
      const ports = monitors.flatMap(({ spec }) => spec.podMetricsEndpoints)
      const wanted = declarationOf(service).metricsPort ?? 8080
      const name = container.ports.find(
        (port: { containerPort: number }) => port.containerPort === wanted,
      ).name
      expect(ports, service).toMatchObject([{ port: name, relabelings: [{ replacement: 'agora' }] }])
    }
  })

  test.runIf(overlay === 'production')('brings the alerts and dashboards of config/', () => {
    const { groups } = parse(readFileSync(path.join(projectRoot, 'config/alerts.yml'), 'utf8'))
    expect(named('PrometheusRule', 'agora').spec.groups).toEqual(groups)
    const dashboards = named('ConfigMap', 'agora-dashboards')
    expect(dashboards.metadata).toMatchObject({ labels: { grafana_dashboard: '1' } })
    for (const name of ['overview', ...services])
      expect(JSON.parse(dashboards.data?.[`${name}.json`] ?? '')).toMatchObject({ uid: `agora-${name}` })
  })

  test('has secrets only by reference', () => {
    for (const workload of workloads()) {
      for (const { name, env = [] } of containersOf(workload)) {
        for (const { name: key, value } of env) {
          if (/KEY|PASSWORD|SECRET|TOKEN|_URL$/.test(key))
            expect(value, `${workload.metadata.name} ${name} ${key}`).toBeUndefined()
        }
      }
    }
    for (const { data, metadata } of ofKind('ConfigMap')) {
      for (const key of Object.keys(data ?? {})) expect(key, metadata.name).not.toMatch(/KEY|PASSWORD|SECRET/)
    }
  })

  test('names each Secret and ConfigMap of the services after its content, so that a change rolls the pods', () => {
    for (const service of services) {
      const deployment = named('Deployment', nameOf(service))
      const [container] = deployment.spec.template.spec.containers
      const secret = named('Secret', nameOf(service)).metadata.name
      expect(isHashed(named('Secret', nameOf(service)), nameOf(service))).toBe(true)
      expect(container.envFrom[0].secretRef.name).toBe(secret)
      for (const { env = [] } of deployment.spec.template.spec.initContainers ?? [])
        expect(env[0].valueFrom.secretKeyRef.name).toBe(secret)
    }
  })

  test('lets no Secret change an address: it holds none, and would count less', () => {
    const addresses = Object.keys(named('ConfigMap', 'agora-addresses').data ?? {})
    for (const service of services) {
      const [container] = named('Deployment', nameOf(service)).spec.template.spec.containers
      expect(container.envFrom.map((source: object) => Object.keys(source)[0])).toEqual([
        'secretRef',
        'configMapRef',
      ])
      const keys = Object.keys(named('Secret', nameOf(service)).data ?? {})
      expect(keys.filter((key) => addresses.includes(key))).toEqual([])
      expect(keys).toEqual(expect.arrayContaining(documentedSecrets(nameOf(service))))
    }
  })

  test('gives every service all the environment that it needs', () => {
    for (const service of services) {
      const [container] = named('Deployment', nameOf(service)).spec.template.spec.containers
      const given = new Set<string>(container.env.map(({ name }: { name: string }) => name))
      for (const { configMapRef, secretRef } of container.envFrom) {
        if (configMapRef) {
          for (const key of Object.keys(named('ConfigMap', configMapRef.name).data ?? {})) given.add(key)
        } else for (const key of Object.keys(named('Secret', secretRef.name).data ?? {})) given.add(key)
      }
      expect(
        requiredOf(service).filter((key) => !given.has(key)),
        service,
      ).toEqual([])
    }
  })

  test('mounts only what exists', () => {
    const volumes = workloads().flatMap(({ spec }) => spec.template.spec.volumes ?? [])
    for (const { configMap, secret } of volumes) {
      if (configMap)
        expect(ofKind('ConfigMap').map(({ metadata }) => metadata.name)).toContain(configMap.name)
      if (secret) expect(ofKind('Secret').map(({ metadata }) => metadata.name)).toContain(secret.secretName)
    }
  })
})

describe.skipIf(kubectl === undefined)('the component autoscaling', () => {
  let manifests: Manifest[]
  beforeAll(async () => {
    manifests = await render('production', ['autoscaling'])
  })
  const named = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)

  test('is valid for KEDA, to the last field', async () => {
    const scaled = manifests.filter(({ kind }) => kind === 'ScaledObject')
    for (const manifest of scaled) {
      const models = await import(/* @vite-ignore */ modelsOf(manifest))
      new models.ScaledObject(manifest).validate()
    }
    expect(await unknownFields(scaled)).toBe('')
  })

  test('scales every service by what it is declared to be scaled by, and by one autoscaler', () => {
    const series = {
      'event loop': 'nodejs_eventloop_utilization_ratio',
      'waiting work': 'work_oldest_due_seconds',
    }
    for (const service of services) {
      const { scalesBy, maxReplicas } = declarationOf(service)
      const scaled = named('ScaledObject', nameOf(service))
      expect(named('HorizontalPodAutoscaler', nameOf(service)) === undefined, service).toBe(
        scaled !== undefined,
      )
      expect(scaled === undefined, service).toBe(scalesBy === 'cpu')
      if (!scaled || scalesBy === 'cpu') continue
      expect(scaled.spec).toMatchObject({
        scaleTargetRef: { name: nameOf(service) },
        minReplicaCount: 2,
        maxReplicaCount: maxReplicas,
      })
      const [prometheus, cpu] = scaled.spec.triggers
      expect(prometheus.metadata.query).toContain(`${series[scalesBy]}{service="${service}"}`)
      // Otherwise a Prometheus that has lost its pods would have them scaled down.
      expect(prometheus.metadata.ignoreNullValues).toBe('false')
      const address = named('ConfigMap', 'agora-addresses')?.data?.PROMETHEUS_URL
      expect(prometheus.metadata.serverAddress).toBe(address)
      expect([cpu.type, cpu.metricType, cpu.metadata.value]).toEqual([
        'cpu',
        'Utilization',
        String(CPU_TARGET),
      ])
    }
  })
})

/** The keys of a Secret, by the table in docs/operations.md. */
function documentedSecrets(secret: string): string[] {
  const text = readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| \`${secret}\` |`))
  return [...(row ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, key]) => key as string)
}

describe('docs/operations.md', () => {
  test('lists for each Secret only keys that its service reads', () => {
    for (const service of services) {
      const keys = documentedSecrets(`agora-${service}`)
      expect(keys).not.toEqual([])
      for (const key of keys) expect(Object.keys(envs[service].properties), service).toContain(key)
    }
  })
})

describe('docker-compose.yml', () => {
  const compose = parse(readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8'), { merge: true })
  const all = Object.entries<Record<string, unknown>>(compose.services)
  const migrations = all.filter(([name]) => name.startsWith('migrate-'))
  const lasting = all.filter(([name]) => !name.startsWith('migrate-'))

  test('runs every service from its own image, with its own secrets, once the stores are healthy', () => {
    for (const service of services) {
      expect(compose.services[service], service).toMatchObject({
        build: { args: { SERVICE: service } },
        env_file: `deploy/${service}.env`,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      const stores = declarationOf(service).backends.filter((name) => name !== 'smtp')
      const { [`migrate-${service}`]: migration, ...others } = compose.services[service].depends_on ?? {}
      expect(others, service).toEqual(
        Object.fromEntries(stores.map((store) => [store, { condition: 'service_healthy' }])),
      )
      expect(migration?.condition, service).toBe(
        stores.includes('postgres') ? 'service_completed_successfully' : undefined,
      )
    }
  })

  test('migrates each schema in a step before its service, which alone knows the roles that own them', () => {
    expect(migrations.map(([name]) => name)).toEqual(withDatabase.map((service) => `migrate-${service}`))
    for (const [name, { env_file, depends_on, command }] of migrations) {
      expect(env_file, name).toBe('deploy/databases.env')
      expect(depends_on, name).toEqual({ postgres: { condition: 'service_healthy' } })
      expect(command, name).toEqual(['sh', '-c', expect.stringContaining('exec node dist/bundle/migrate.js')])
    }
    for (const [name, { env_file, command }] of lasting) {
      expect(env_file, name).not.toBe('deploy/databases.env')
      expect(String(command), name).not.toContain('migrate')
    }
  })

  test('has a health check, a restart policy and an image version for every container that lasts', () => {
    for (const [name, { healthcheck, restart, image, build }] of lasting) {
      expect(healthcheck, name).toMatchObject({ test: expect.any(Array) })
      expect(restart, name).toBe('unless-stopped')
      if (!build) expect(image, name).toMatch(/^[\w./-]+:(?!latest$)[\w.-]+$/)
    }
  })

  test('gives a service the time it needs to end', () => {
    for (const service of services) expect(compose.services[service].stop_grace_period).toBe('30s')
  })

  test('has stores that write down what they acknowledge, and evict nothing', () => {
    expect(compose.services.redis.command.join(' ')).toContain(
      '--appendonly yes --maxmemory-policy noeviction',
    )
    expect(compose.services.nats.command).toEqual(['-c', '/etc/nats/nats.conf'])
    const nats = readFileSync(path.join(projectRoot, 'config/nats.conf'), 'utf8')
    expect(nats).toMatch(/^ +sync_interval: always$/m)
  })

  test('shows the gateway and Prometheus every container of a service', () => {
    expect(compose.services.gateway.environment.REPLICA_HOSTS).toBe('{service}')
    const prometheus = parse(readFileSync(path.join(projectRoot, 'config/prometheus.yml'), 'utf8'))
    const [{ dns_sd_configs: found }] = prometheus.scrape_configs
    const places = found.flatMap(({ names, port }: { names: string[]; port: number }) =>
      names.map((name) => `${name}:${port}`),
    )
    expect(compose.services.gateway.environment.METRICS_PORT).toBe(declarationOf('gateway').metricsPort)
    expect(places.sort()).toEqual(
      services.map((service) => `${service}:${declarationOf(service).metricsPort ?? 8080}`).sort(),
    )
  })

  test('exposes the gateway to others, and operators’ tools only to this machine', () => {
    const open = all.flatMap(([name, { ports = [] }]) => (ports as string[]).map((port) => [name, port]))
    expect(Object.fromEntries(open)).toEqual({
      gateway: '8080:8080',
      grafana: '127.0.0.1:3000:3000',
      mail: '127.0.0.1:8025:8025',
    })
  })

  test('names no password, and takes those of the stores from the files of scripts/deployment.mjs', () => {
    const text = readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8')
    expect(text).not.toMatch(/PASSWORD|ANONYMOUS/)
    for (const store of ['postgres', 'redis', 'nats', 'grafana'])
      expect(compose.services[store].env_file, store).toBe(`deploy/${store}.env`)
    expect(compose.services.redis.command[1]).toBe('/etc/redis/redis.conf')
    const nats = readFileSync(path.join(projectRoot, 'config/nats.conf'), 'utf8')
    expect(nats).toMatch(/^authorization \{ user: agora, password: \$NATS_PASSWORD \}$/m)
  })

  test('mounts only what is in the repository or made by scripts/deployment.mjs', () => {
    const mounts = all.flatMap(([, { volumes = [] }]) => volumes as string[])
    for (const mount of mounts.filter((one) => one.startsWith('./') && !one.startsWith('./deploy/')))
      expect(() => accessSync(path.join(projectRoot, mount.split(':')[0] ?? '')), mount).not.toThrow()
    const declared = Object.keys(compose.volumes)
    for (const mount of mounts.filter((one) => !one.startsWith('./')))
      expect(declared).toContain(mount.split(':')[0])
  })
})
