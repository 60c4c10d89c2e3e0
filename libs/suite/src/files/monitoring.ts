import { declarationOf, type ServiceName, services } from '@agora/shared/contracts/services'
import { containerFiles } from './containers.ts'
import { withRegions } from './regions.ts'

const FOLDER = 'k8s/components/monitoring'
const ALERTS = 'config/alerts.yml'
const DASHBOARDS = 'config/grafana/dashboards/kustomization.yaml'

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`

/** Pods are scraped by a port's name, which only the services that have it may be asked for. */
function podMonitor(name: string, port: string, monitored: readonly ServiceName[]): string {
  return lines(
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PodMonitor',
    'metadata:',
    `  name: ${name}`,
    'spec:',
    '  selector:',
    '    matchExpressions:',
    `      - { key: app.kubernetes.io/name, operator: In, values: [${monitored.join(', ')}] }`,
    '  podMetricsEndpoints:',
    `    - port: ${port}`,
    '      path: /metrics',
    '      interval: 15s',
    '      # The alerts and dashboards know them by this name.',
    '      relabelings:',
    '        - { targetLabel: job, replacement: agora }',
  )
}

/** The rules in Prometheus' own file as a resource of the operator. */
function prometheusRule(): string {
  const made = containerFiles()[ALERTS] ?? ''
  const groups = made.slice(made.indexOf('groups:'))
  return lines(
    `# Made by scripts/services.mjs from ${ALERTS}.`,
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: agora',
    'spec:',
    groups
      .trimEnd()
      .replaceAll(/^ *# <\/?\w+>.*\n/gm, '')
      .replaceAll(/^(?=.)/gm, '  '),
  )
}

/** The resources of prometheus-operator: what to scrape, and when to alert. */
export function monitoringFiles(): Record<string, string> {
  const apart = services.filter((service) => declarationOf(service).metricsPort !== undefined)
  const others = services.filter((service) => !apart.includes(service))
  const monitors = [podMonitor('agora', 'http', others), podMonitor('agora-metrics-port', 'metrics', apart)]
  return {
    [`${FOLDER}/pod-monitors.yaml`]: `# Made by scripts/services.mjs from the declaration of the services.\n${monitors.join('---\n')}`,
    [`${FOLDER}/prometheus-rule.yaml`]: prometheusRule(),
    [DASHBOARDS]: withRegions(DASHBOARDS, {
      dashboards: ['overview', ...services].map((name) => `- ${name}.json`),
    }),
  }
}
