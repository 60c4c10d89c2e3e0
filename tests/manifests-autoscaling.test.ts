import { declarationOf, minReplicasOf, services } from '@agora/shared/contracts/services'
import { CPU_TARGET } from '@agora/suite/files/autoscaling'
import { beforeAll, describe, expect, test } from 'vitest'
import { findKubectl, type Manifest, modelsOf, render, unknownFields } from './support/manifests.ts'
import { nameOf } from './support/overlay.ts'

const kubectl = await findKubectl()

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
        minReplicaCount: minReplicasOf(service),
        maxReplicaCount: maxReplicas,
      })
      const [prometheus, cpu] = scaled.spec.triggers
      expect(prometheus.metadata.query).toContain(
        `${series[scalesBy]}{namespace="agora",service="${service}"}`,
      )
      expect(scaled.metadata).toMatchObject({
        annotations: { 'scaledobject.keda.sh/transfer-hpa-ownership': 'true' },
      })
      // Otherwise a Prometheus that has lost its pods would have them scaled down.
      expect(prometheus.metadata.ignoreNullValues).toBe('false')
      const address = manifests.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('agora-addresses-'),
      )?.data?.PROMETHEUS_URL
      expect(prometheus.metadata.serverAddress).toBe(address)
      expect([cpu.type, cpu.metricType, cpu.metadata.value]).toEqual([
        'cpu',
        'Utilization',
        String(CPU_TARGET),
      ])
    }
  })
})
