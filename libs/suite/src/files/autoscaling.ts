import { declarationOf, minReplicasOf, type ServiceName, services } from '@agora/shared/contracts/services'
import { lines, resources } from './generated.ts'
import { withRegions } from './regions.ts'

const PROMETHEUS = 'http://prometheus-operated.monitoring:9090'

/** The target utilisation of a process's single thread: beyond it, requests wait noticeably. */
const LOOP_TARGET = 0.6
/** How long a due row may wait for a process, in seconds. */
const WAIT_TARGET_S = 10
/** How often the signals are read, and how long a high number of processes is kept, in seconds. */
const POLL_S = 15
const STABILIZATION_S = 300
/** A percentage of the requested processor time, as in `k8s/service/scaling.yaml`. */
export const CPU_TARGET = 70

const signals = {
  'event loop': {
    query: (service: ServiceName) =>
      `sum(nodejs_eventloop_utilization_ratio{namespace="agora",service="${service}"})`,
    // The sum divided by the target is the number of processes needed.
    metricType: 'AverageValue',
    threshold: LOOP_TARGET,
  },
  'waiting work': {
    query: (service: ServiceName) => `max(work_oldest_due_seconds{namespace="agora",service="${service}"})`,
    metricType: 'Value',
    threshold: WAIT_TARGET_S,
  },
} as const

function scaledObject(service: ServiceName): string {
  const { scalesBy, maxReplicas } = declarationOf(service)
  if (scalesBy === 'cpu') return ''
  const { query, metricType, threshold } = signals[scalesBy]
  return lines(
    'apiVersion: keda.sh/v1alpha1',
    'kind: ScaledObject',
    'metadata:',
    `  name: agora-${service}`,
    '  annotations:',
    '    # KEDA takes over the autoscaler that stands there; it would refuse a workload that has one.',
    '    scaledobject.keda.sh/transfer-hpa-ownership: "true"',
    'spec:',
    '  scaleTargetRef:',
    `    name: agora-${service}`,
    `  minReplicaCount: ${minReplicasOf(service)}`,
    `  maxReplicaCount: ${maxReplicas}`,
    `  pollingInterval: ${POLL_S}`,
    '  advanced:',
    '    horizontalPodAutoscalerConfig:',
    `      name: agora-${service}`,
    '      behavior:',
    '        scaleDown:',
    `          stabilizationWindowSeconds: ${STABILIZATION_S}`,
    '  triggers:',
    '    - type: prometheus',
    `      metricType: ${metricType}`,
    '      metadata:',
    `        serverAddress: ${PROMETHEUS}`,
    `        query: ${query(service)}`,
    `        threshold: "${threshold}"`,
    '        # Without a series the number of replicas stays as it is.',
    '        ignoreNullValues: "false"',
    '    - type: cpu',
    '      metricType: Utilization',
    '      metadata:',
    `        value: "${CPU_TARGET}"`,
  )
}

const FOLDER = 'k8s/components/autoscaling'

/** The component, as the services are declared. */
export function autoscalingFiles(): Record<string, string> {
  const scaled = services.filter((service) => declarationOf(service).scalesBy !== 'cpu')
  return {
    [`${FOLDER}/scaled-objects.yaml`]: resources(scaled.map(scaledObject)),
    [`${FOLDER}/kustomization.yaml`]: withRegions(`${FOLDER}/kustomization.yaml`, {
      services: scaled.flatMap((service) => [
        '- patch: |-',
        '    $patch: delete',
        '    apiVersion: autoscaling/v2',
        '    kind: HorizontalPodAutoscaler',
        `    metadata: { name: agora-${service} }`,
      ]),
    }),
  }
}
