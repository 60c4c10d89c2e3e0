import { declarationOf, type ServiceName, services } from '@agora/shared/contracts/services'
import { MIN_REPLICAS } from './connections.ts'
import { withRegions } from './regions.ts'

const PROMETHEUS = 'http://prometheus-operated.monitoring:9090'

/** The target utilisation of a process's single thread: beyond it, requests wait noticeably. */
export const LOOP_TARGET = 0.6
/** How long a due row may wait for a process, in seconds. */
export const WAIT_TARGET_S = 10
/** A percentage of the requested processor time, as in `k8s/service/scaling.yaml`. */
export const CPU_TARGET = 70

const signals = {
  'event loop': {
    query: (service: ServiceName) => `sum(nodejs_eventloop_utilization_ratio{service="${service}"})`,
    // The sum divided by the target is the number of processes needed.
    metricType: 'AverageValue',
    threshold: LOOP_TARGET,
  },
  'waiting work': {
    query: (service: ServiceName) => `max(work_oldest_due_seconds{service="${service}"})`,
    metricType: 'Value',
    threshold: WAIT_TARGET_S,
  },
} as const

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

function scaledObject(service: ServiceName): string {
  const { scalesBy, maxReplicas } = declarationOf(service)
  if (scalesBy === 'cpu') return ''
  const { query, metricType, threshold } = signals[scalesBy]
  return lines(
    'apiVersion: keda.sh/v1alpha1',
    'kind: ScaledObject',
    'metadata:',
    `  name: agora-${service}`,
    'spec:',
    '  scaleTargetRef:',
    `    name: agora-${service}`,
    `  minReplicaCount: ${MIN_REPLICAS}`,
    `  maxReplicaCount: ${maxReplicas}`,
    '  pollingInterval: 15',
    '  advanced:',
    '    horizontalPodAutoscalerConfig:',
    `      name: agora-${service}`,
    '      behavior:',
    '        scaleDown:',
    '          stabilizationWindowSeconds: 300',
    '  triggers:',
    '    - type: prometheus',
    `      metricType: ${metricType}`,
    '      metadata:',
    `        serverAddress: ${PROMETHEUS}`,
    `        query: ${query(service)}`,
    `        threshold: "${threshold}"`,
    '        # No series is no answer: the number stays as it is.',
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
    [`${FOLDER}/scaled-objects.yaml`]: [
      '# Made by scripts/services.mjs from the declaration of the service.\n',
      scaled.map(scaledObject).join('---\n'),
    ].join(''),
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
