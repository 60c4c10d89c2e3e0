import { services } from '@agora/shared/contracts/services'

const text = (description: string) => ({ type: 'string', description })
const flag = (description: string) => ({ type: 'boolean', description })
const one = (...values: string[]) => ({ enum: values })
const texts = (description: string) => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string' },
})
/** An object of exactly these properties, so that a misspelt one is refused. */
const group = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  additionalProperties: false,
})
/** The heap is computed from it, in this unit. */
const memory = { type: 'string', pattern: '^[0-9]+Mi$' }
const cpu = { type: ['string', 'number'] }
const replicas = { type: 'integer', minimum: 1 }

const service = group({
  minReplicas: replicas,
  maxReplicas: replicas,
  resources: group({ requests: group({ cpu, memory }), limits: group({ cpu, memory }) }),
})
const named = (names: readonly string[], value: object) =>
  group(Object.fromEntries(names.map((name) => [name, value])))

/** What `helm` holds the values against, before it renders anything. */
export const valuesSchema = () => ({
  $schema: 'https://json-schema.org/draft-07/schema#',
  ...group({
    config: text('The startup configuration, agora.yaml as a text.'),
    settings: texts('Variables of all services, such as LOG_LEVEL.'),
    secrets: named(
      [...services, 'databases', 'backup', 'pooler'],
      texts('The Secret of this name; one that is not given must exist.'),
    ),
    storePorts: {
      type: 'array',
      description: 'Ports of the stores, which the network policies let through.',
      items: { type: 'integer', minimum: 1, maximum: 65_535 },
    },
    authority: text('PEM certificates of the authority that signed those of the stores.'),
    image: group({
      registry: text('What stands before /agora-forum:TAG.'),
      tag: text("The chart's version, if it is empty."),
      digests: named([...services, 'backup'], { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }),
    }),
    services: named(services, service),
    spread: one('ScheduleAnyway', 'DoNotSchedule'),
    edge: group({
      kind: one('gateway-api', 'ingress', 'none'),
      namespace: text('Of the proxies themselves, which alone may reach the gateway.'),
      className: text('gatewayClassName or ingressClassName.'),
      clusterIssuer: text('Of cert-manager; none if you make the Secret agora-tls.'),
      envoyPolicies: flag("Envoy Gateway's own bounds."),
    }),
    monitoring: group({
      enabled: flag('Resources of prometheus-operator, and the dashboards.'),
      namespace: text('Of Prometheus, which may read metrics.'),
      release: text('The label by which your Prometheus selects.'),
      prometheus: text('Its address.'),
      blackboxExporter: text('host:port'),
    }),
    autoscaling: group({ keda: flag('Scale by what callers notice.') }),
    pooler: group({ enabled: flag('PgBouncer before Postgres.'), image: text('Of PgBouncer.') }),
    backup: group({
      enabled: flag('A backup each night.'),
      schedule: text('Cron, in UTC.'),
      settings: texts('PLACE, KEEP_DAYS, AWS_REGION.'),
    }),
    // Helm's own, for charts that contain this one.
    global: { type: 'object' },
  }),
  required: ['config'],
})
