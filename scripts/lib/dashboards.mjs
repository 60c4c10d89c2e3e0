// What each service's dashboard shows, declared once: scripts/dashboards.mjs writes Grafana's JSON from it, and a test
// runs every query on a Prometheus that scrapes the running suite.
import { declarationOf, services, withDatabase } from '@agora/shared/contracts/services'
import { budgetLeft, objectives, shareOf } from '@agora/suite/files/objectives'

/** @typedef {import('@agora/shared/contracts/services').ServiceName} ServiceName */
/** @typedef {{ title: string, unit: string, queries: { expr: string, legend: string }[] }} Panel */

/**
 * One panel: a title, a Grafana unit, and its queries with their legends.
 *
 * @param {string} title
 * @param {string} unit
 * @param {...string[]} queries
 * @returns {Panel}
 */
const panel = (title, unit, ...queries) => ({
  title,
  unit,
  queries: queries.map(([expr, legend]) => ({ expr, legend })),
})

const range = '$__rate_interval'
/**
 * The share of failed requests; a prescribed refusal is not a failure.
 *
 * @param {ServiceName} service
 */
const failures = (service) =>
  `sum(rate(http_request_duration_seconds_count{service="${service}",status=~"5..",expected="false"}[${range}]))`

/** @param {ServiceName} service */
const red = (service) => [
  panel('Requests', 'reqps', [
    `sum by (route) (rate(http_request_duration_seconds_count{service="${service}"}[${range}]))`,
    '{{route}}',
  ]),
  panel(
    'Failures',
    'reqps',
    [`${failures(service)} or vector(0)`, 'unexpected 5xx'],
    [
      `sum(rate(http_request_duration_seconds_count{service="${service}",status=~"4..|5..",expected="true"}[${range}])) or vector(0)`,
      'prescribed refusals',
    ],
  ),
  panel(
    'Duration',
    's',
    ...[0.5, 0.99].map((quantile) => [
      `histogram_quantile(${quantile}, sum by (le) (rate(http_request_duration_seconds_bucket{service="${service}"}[${range}])))`,
      `p${quantile * 100}`,
    ]),
  ),
]

/** @param {ServiceName} service */
const databasePool = (service) =>
  panel(
    'Database pool',
    'short',
    [`sum by (state) (database_pool_connections{service="${service}"})`, '{{state}}'],
    [`sum(database_pool_waiting{service="${service}"})`, 'waiting'],
  )

/** @param {ServiceName} service */
const readReplica = (service) => [
  panel('Guests’ reads', 'ops', [
    `sum by (server) (rate(database_guest_reads_total{service="${service}"}[${range}]))`,
    'from the {{server}}',
  ]),
  panel('Read replica', 's', [`max(database_replica_lag_seconds{service="${service}"})`, 'behind at most']),
  panel(
    'Read replica’s pool',
    'short',
    [`sum by (state) (database_replica_pool_connections{service="${service}"})`, '{{state}}'],
    [`sum(database_replica_pool_waiting{service="${service}"})`, 'waiting'],
  ),
]

/** @param {ServiceName} service */
const use = (service) => [
  panel('Event loop', 'percentunit', [
    `nodejs_eventloop_utilization_ratio{service="${service}"}`,
    '{{instance}}',
  ]),
  panel(
    'Memory',
    'bytes',
    [`process_resident_memory_bytes{service="${service}"}`, '{{instance}} resident'],
    [`nodejs_heap_size_used_bytes{service="${service}"}`, '{{instance}} heap'],
  ),
  panel('CPU', 'percentunit', [
    `rate(process_cpu_seconds_total{service="${service}"}[${range}])`,
    '{{instance}}',
  ]),
  ...(withDatabase.includes(service) ? [databasePool(service)] : []),
  ...(declarationOf(service).connections?.readReplica ? readReplica(service) : []),
]

/** @param {ServiceName} service */
const outbox = (service) => [
  panel('Outbox lag', 's', [`max(agora_outbox_lag_seconds{service="${service}"})`, 'oldest event']),
  panel(
    'Events published',
    'ops',
    [`sum(rate(agora_events_published_total{service="${service}"}[${range}]))`, 'acknowledged'],
    [`sum(rate(agora_events_publish_failures_total{service="${service}"}[${range}]))`, 'failed'],
  ),
]

/** @param {ServiceName} service */
const consumed = (service) => [
  panel('Events consumed', 'ops', [
    `sum by (consumer, outcome) (rate(agora_events_consumed_total{service="${service}"}[${range}]))`,
    '{{consumer}} {{outcome}}',
  ]),
]

/**
 * What matters in each service's own domain.
 *
 * @type {Partial<Record<ServiceName, Panel[]>>}
 */
const domain = {
  gateway: [
    panel('Refused in a rush', 'reqps', [
      `sum by (reason) (rate(http_requests_refused_total{service="gateway"}[${range}]))`,
      '{{reason}}',
    ]),
    panel('Pages for guests', 'reqps', [
      `sum by (result) (rate(gateway_guest_pages_total{service="gateway"}[${range}]))`,
      '{{result}}',
    ]),
    panel('Kept for guests', 'bytes', ['gateway_guest_pages_bytes{service="gateway"}', '{{instance}}']),
    ...outbox('gateway'),
  ],
  forum: [
    panel('Report queue', 'short', ['max(forum_reports_pending{service="forum"})', 'pending reports']),
    panel('Oldest report', 's', [
      'max(forum_report_queue_age_seconds{service="forum"})',
      'waits for a moderator',
    ]),
    ...outbox('forum'),
    ...consumed('forum'),
  ],
  captcha: [
    panel(
      'Challenges',
      'ops',
      [`sum(rate(captcha_challenges_minted_total[${range}]))`, 'minted'],
      [`sum(rate(captcha_challenges_redeemed_total[${range}]))`, 'redeemed'],
      [`sum by (outcome) (rate(captcha_tokens_spent_total[${range}]))`, 'spent: {{outcome}}'],
    ),
    panel('Refused redemptions', 'ops', [
      `sum by (reason) (rate(captcha_redemptions_refused_total[${range}]))`,
      '{{reason}}',
    ]),
  ],
  apps: [
    panel('Deliveries', 'ops', [`sum by (outcome) (rate(agora_deliveries_total[${range}]))`, '{{outcome}}']),
    panel('Receivers', 's', [
      `histogram_quantile(0.99, sum by (le) (rate(agora_delivery_duration_seconds_bucket[${range}])))`,
      'p99',
    ]),
    panel(
      'Delivery queue',
      'short',
      ['max(agora_deliveries_due)', 'due'],
      ['max(agora_deliveries_dead)', 'given up'],
      ['max(agora_delivery_queue_age_seconds)', 'oldest, seconds'],
    ),
    ...consumed('apps'),
  ],
  media: [
    panel('Pictures decoded', 'ops', [
      `sum by (outcome) (rate(media_conversions_total[${range}]))`,
      '{{outcome}}',
    ]),
    panel('Decoding', 's', [
      `histogram_quantile(0.99, sum by (le) (rate(media_conversion_duration_seconds_bucket[${range}])))`,
      'p99',
    ]),
    panel('Pictures that wait', 'short', ['sum(media_conversions_waiting)', 'for a worker']),
    panel('Pictures deleted', 'ops', [`sum by (reason) (rate(media_deleted_total[${range}]))`, '{{reason}}']),
    ...consumed('media'),
  ],
  archive: [
    panel('Import', 'ops', [
      `max by (outcome) (rate(archive_imported_lines[${range}]))`,
      'lines {{outcome}}',
    ]),
    ...consumed('archive'),
  ],
  'mail-jobs': [
    panel('Mails', 'ops', [
      `sum by (kind, outcome) (rate(mail_outcomes_total[${range}]))`,
      '{{kind}} {{outcome}}',
    ]),
    panel('Time to the outcome', 's', [
      `histogram_quantile(0.99, sum by (le) (rate(mail_outcome_seconds_bucket[${range}])))`,
      'p99',
    ]),
    panel('Queue', 'short', ['max by (state) (mail_queue_tasks)', '{{state}}']),
    panel('Operator rate', 'short', ['min(mail_operator_tokens)', 'messages left']),
    panel('Conversations with the mail server', 'ops', [
      `sum by (result) (rate(mail_attempts_total[${range}]))`,
      '{{result}}',
    ]),
    ...consumed('mail-jobs'),
  ],
}

/** What concerns all services together: the objectives, and what they depend on. */
const overview = [
  panel(
    'Left of the budget of 30 days',
    'percentunit',
    ...objectives.map((objective) => [budgetLeft(objective), objective.title]),
  ),
  ...objectives.map((objective) =>
    panel(
      `${objective.title}: times the budget`,
      'short',
      ...['1h', '6h', '3d'].map((window) => [`${shareOf(objective, window)} / ${objective.budget}`, window]),
    ),
  ),
  panel('Replicas', 'short', ['count by (service) (agora_build_info)', '{{service}}']),
  panel('Stores reached by every replica', 'short', ['min by (store) (agora_store_up)', '{{store}}']),
  panel('Age of the newest backup', 's', ['min(agora_backup_age_seconds)', 'or since the installation']),
]

/**
 * Of exporters that the operators run beside the stores: postgres_exporter, redis_exporter, prometheus-nats-exporter and
 * pgbouncer_exporter, and of what the kubelet tells of volumes. Without one of them its panels stay empty.
 */
const stores = [
  panel('Postgres: connections', 'short', [
    'sum by (datname, state) (pg_stat_activity_count)',
    '{{datname}} {{state}}',
  ]),
  panel('Postgres: size', 'bytes', ['max by (datname) (pg_database_size_bytes)', '{{datname}}']),
  panel(
    'Postgres: transactions',
    'ops',
    [`sum by (datname) (rate(pg_stat_database_xact_commit[${range}]))`, '{{datname}} committed'],
    [`sum by (datname) (rate(pg_stat_database_xact_rollback[${range}]))`, '{{datname}} rolled back'],
  ),
  panel(
    'Pooler: clients',
    'short',
    ['sum by (database) (pgbouncer_pools_client_active_connections)', '{{database}} served'],
    ['sum by (database) (pgbouncer_pools_client_waiting_connections)', '{{database}} waiting'],
  ),
  panel('Pooler: sessions', 'short', [
    'sum by (database) (pgbouncer_pools_server_active_connections)',
    '{{database}} busy',
  ]),
  panel('Redis: memory', 'bytes', ['sum by (instance) (redis_memory_used_bytes)', '{{instance}}']),
  panel('Redis: commands', 'ops', [
    `sum by (instance) (rate(redis_commands_processed_total[${range}]))`,
    '{{instance}}',
  ]),
  panel('NATS: storage', 'bytes', [
    'sum by (server_id) (jetstream_server_total_message_bytes)',
    '{{server_id}}',
  ]),
  panel('NATS: messages that wait', 'short', [
    'sum by (consumer_name) (jetstream_consumer_num_pending)',
    '{{consumer_name}}',
  ]),
  panel('Space left', 'percentunit', [
    'min by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes)',
    '{{persistentvolumeclaim}}',
  ]),
]

/** One for all, one for each service, and one for the stores, by file name. */
export const dashboards = [
  { name: 'overview', title: 'Agora', panels: overview },
  ...services.map((service) => ({
    name: service,
    title: `Agora: ${declarationOf(service).title}`,
    panels: [...red(service), ...(domain[service] ?? []), ...use(service)],
  })),
  { name: 'stores', title: 'Agora: Stores', panels: stores },
]

/** The names of series; everything else in a query is a label, a number, a function or a keyword. */
const series =
  /\b(?:http|nodejs|process|database|agora|forum|captcha|archive|mail|media|gateway|pg|pgbouncer|redis|jetstream|kubelet)[_:][a-z0-9_:]*(?=[{[\s)]|$)(\{)?/g

/** Which labels a dashboard's variables choose. */
const CHOSEN = 'namespace=~"$namespace"'

/**
 * A query about the installation that is chosen, and on a service's dashboard about the processes that are.
 *
 * @param {string} expr
 * @param {string} chosen
 */
export const ofChosen = (expr, chosen = CHOSEN) =>
  expr.replaceAll(series, (name, brace) => (brace ? `${name}${chosen},` : `${name}{${chosen}}`))

/**
 * Grafana's list of a label's values, all of which are chosen at first.
 *
 * @param {string} name
 * @param {string} query
 */
const variable = (name, query) => ({
  name,
  type: 'query',
  datasource: { type: 'prometheus', uid: '$datasource' },
  query: { query, refId: name },
  refresh: 2,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
})

/** @param {string} name */
const variablesOf = (name) => [
  { name: 'datasource', type: 'datasource', query: 'prometheus', current: {} },
  variable('namespace', 'label_values(agora_build_info, namespace)'),
  ...(services.some((service) => service === name)
    ? [
        variable(
          'instance',
          `label_values(agora_build_info{namespace=~"$namespace",service="${name}"}, instance)`,
        ),
      ]
    : []),
]

const WIDTH = 8
const HEIGHT = 8

/**
 * Grafana's model of a dashboard: three panels per row.
 *
 * @param {(typeof dashboards)[number]} dashboard
 */
export function grafanaModel({ name, title, panels }) {
  const chosen = services.some((service) => service === name) ? `${CHOSEN},instance=~"$instance"` : CHOSEN
  return {
    uid: `agora-${name}`,
    title,
    tags: ['agora'],
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    schemaVersion: 41,
    templating: { list: variablesOf(name) },
    panels: panels.map((declared, index) => ({
      id: index + 1,
      type: 'timeseries',
      title: declared.title,
      datasource: { type: 'prometheus', uid: '$datasource' },
      gridPos: { x: (index % 3) * WIDTH, y: Math.floor(index / 3) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit: declared.unit, min: 0 }, overrides: [] },
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
      targets: declared.queries.map(({ expr, legend }, query) => ({
        refId: String.fromCharCode(65 + query),
        expr: ofChosen(expr, chosen),
        legendFormat: legend,
      })),
    })),
  }
}
