import { readFileSync } from 'node:fs'
import path from 'node:path'
import { declarationOf, minReplicasOf, services } from '@agora/shared/contracts/services'
import { CPU_TARGET } from '@agora/suite/files/autoscaling'
import { projectRoot } from '@agora/suite/project'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { documentedSecrets, envs, requiredOf } from './support/environments.ts'
import { findKubectl, hasModels, type Manifest, modelsOf, unknownFields } from './support/manifests.ts'
import { chosenBy, nameOf, overlays, partsOf } from './support/overlay.ts'

/** Kustomize wraps long secrets, which Kubernetes accepts and the schema does not. */
function decodable(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret') return manifest
  const data = Object.entries(manifest.data ?? {}).map(([key, value]) => [key, value.replaceAll(/\s/g, '')])
  return { ...manifest, data: Object.fromEntries(data) }
}

const kubectl = await findKubectl()

describe.skipIf(kubectl === undefined).each(overlays)('the %s overlay', (overlay) => {
  const { all, ofKind, named, isHashed, workloads, containersOf, serviceWorkloads } = partsOf(overlay)

  test('is valid for the Kubernetes API, to the last field', async () => {
    const known = all().filter(hasModels)
    for (const manifest of known) {
      const models = await import(/* @vite-ignore */ modelsOf(manifest))
      new models[manifest.kind](decodable(manifest)).validate()
    }
    expect(await unknownFields(known)).toBe('')
  })

  test('puts everything into one namespace, each under a name of its own', () => {
    const names = all().map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const { kind, metadata } of all()) {
      if (kind === 'PriorityClass') expect(metadata.namespace).toBeUndefined()
      else if (kind !== 'Namespace') expect(metadata.namespace, metadata.name).toBe('agora')
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
      for (const { image } of containersOf(workload))
        expect(image).toMatch(/^[\w./-]+:(?!latest)[\w.-]+(?:@sha256:[0-9a-f]{64})?$/)
    }
  })

  test('runs each service as its image would by itself', () => {
    const dockerfile = readFileSync(path.join(projectRoot, 'Dockerfile'), 'utf8')
    const [, command = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
    for (const { metadata, spec } of serviceWorkloads()) {
      const [{ command: given, resources }] = spec.template.spec.containers
      // Only here the process knows how much memory it may have.
      const [, heap = ''] = /^--max-old-space-size=(\d+)$/.exec(given[1]) ?? []
      expect(Number(heap), metadata.name).toBeLessThan(Number.parseInt(resources.limits.memory, 10) * 0.75)
      expect(given.toSpliced(1, 1), metadata.name).toEqual(JSON.parse(command))
      // Of both families, whichever the cluster has.
      expect(spec.template.spec.containers[0].env).toContainEqual({ name: 'HOST', value: '::' })
    }
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
      expect(autoscaler.spec.minReplicas).toBe(overlay === 'dev' ? 1 : minReplicasOf(service))
      expect(autoscaler.spec.maxReplicas).toBeGreaterThan(autoscaler.spec.minReplicas)
      const labels = chosenBy(deployment.spec.template.metadata.labels)
      const budget = named('PodDisruptionBudget', nameOf(service))
      expect(budget.spec).toEqual({
        maxUnavailable: 1,
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
        selector: { matchLabels: labels },
      })
      // Of one version: while all roll, the old pods say nothing of where the new ones stay.
      expect(deployment.spec.template.spec.topologySpreadConstraints).toMatchObject(
        ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
          topologyKey,
          matchLabelKeys: ['pod-template-hash'],
        })),
      )
      expect(named('Service', nameOf(service)).spec.selector).toEqual(labels)
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
    // By this a Prometheus of kube-prometheus-stack finds what it should read.
    const found = ofKind('PodMonitor', 'PrometheusRule', 'Probe')
    expect(found.map(({ metadata }) => metadata.labels?.release)).toEqual(
      Array(4).fill('kube-prometheus-stack'),
    )
  })

  test.runIf(overlay === 'production')('brings the alerts and dashboards of config/', () => {
    const { groups } = parse(readFileSync(path.join(projectRoot, 'config/alerts.yml'), 'utf8'))
    expect(named('PrometheusRule', 'agora').spec.groups).toEqual(groups)
    const dashboards = named('ConfigMap', 'agora-dashboards')
    expect(dashboards.metadata).toMatchObject({ labels: { grafana_dashboard: '1' } })
    for (const name of ['overview', 'stores', ...services]) {
      const { uid, templating, panels } = JSON.parse(dashboards.data?.[`${name}.json`] ?? '')
      expect(uid).toBe(`agora-${name}`)
      // One installation of several is chosen, and one process of a service.
      const variables = templating.list.map((variable: { name: string }) => variable.name)
      const isOfService = services.some((service) => service === name)
      expect(variables, name).toEqual(['datasource', 'namespace', ...(isOfService ? ['instance'] : [])])
      for (const { targets } of panels)
        for (const { expr } of targets)
          for (const variable of variables.slice(1)) expect(expr, name).toContain(`"$${variable}"`)
    }
  })

  test('says of everything what it is part of, and lets what others wait for go first', () => {
    for (const { kind, metadata } of all()) {
      if (kind === 'Namespace') continue
      expect(metadata.labels, `${kind} ${metadata.name}`).toMatchObject({
        'app.kubernetes.io/part-of': 'agora',
        'app.kubernetes.io/instance': overlay,
      })
    }
    for (const workload of workloads()) {
      const { labels } = workload.spec.template.metadata
      expect(labels, workload.metadata.name).toMatchObject({ 'app.kubernetes.io/part-of': 'agora' })
      const { priorityClassName, enableServiceLinks } = workload.spec.template.spec
      const isAwaited = ['Job', 'StatefulSet'].includes(workload.kind)
      const isBackup = workload.metadata.name === 'agora-backup'
      expect(priorityClassName === 'agora-awaited', workload.metadata.name).toBe(isAwaited && !isBackup)
      expect(enableServiceLinks, workload.metadata.name).toBe(false)
    }
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

describe('docs/operations.md', () => {
  test('lists for each Secret only keys that its service reads', () => {
    for (const service of services) {
      const keys = documentedSecrets(`agora-${service}`)
      expect(keys).not.toEqual([])
      for (const key of keys) expect(Object.keys(envs[service].properties), service).toContain(key)
    }
  })
})
