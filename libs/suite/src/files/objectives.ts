import { runbookOf } from './runbooks.ts'

/** A promise to members, over 30 days. */
export interface Objective {
  /** Part of the names of its series and alerts. */
  readonly name: 'availability' | 'reads' | 'site'
  readonly title: string
  /** The share of requests that may violate it. */
  readonly budget: number
  /** PromQL, for each namespace: the share of violating requests over a window such as `1h`. */
  readonly share: (window: string) => string
  /** How many of them there were; absent where each one counts. */
  readonly count?: (window: string) => string
  /** What the person who is paged reads. */
  readonly summary: string
}

/** Fewer violations than this wake nobody, whatever share of a quiet site's requests they are. */
const LEAST = 10

const counted = (of: 'rate' | 'increase', series: string, window: string) =>
  `sum by (namespace) (${of}(${series}[${window}]))`
/** A sum that is 0 where its series are not there, in each namespace that has the others. */
const orNone = (sum: string, others: string) => `(${sum} or 0 * ${others})`

const requests = 'http_request_duration_seconds_count{service="gateway"}'
const failed = 'http_request_duration_seconds_count{service="gateway",status=~"5..",expected="false"}'
const refused = 'http_requests_refused_total{service="gateway",reason="busy"}'
const unanswered = (of: 'rate' | 'increase', window: string) => {
  const all = counted(of, requests, window)
  return `${orNone(counted(of, failed, window), all)} + ${orNone(counted(of, refused, window), all)}`
}

/** The services only: how long a caller takes to read the gateway's answer is the caller's concern. */
const reads = 'service!="gateway",method="GET",route!~".*/stream"'
const allReads = `http_request_duration_seconds_count{${reads}}`
const slowReads = (of: 'rate' | 'increase', window: string) =>
  `${counted(of, allReads, window)} - ${counted(of, `http_request_duration_seconds_bucket{${reads},le="0.5"}`, window)}`

export const objectives: readonly Objective[] = [
  {
    name: 'availability',
    title: 'Availability',
    budget: 0.001,
    share: (window) => {
      const all = counted('rate', requests, window)
      return `(${unanswered('rate', window)}) / (${all} + ${orNone(counted('rate', refused, window), all)})`
    },
    count: (window) => unanswered('increase', window),
    summary: 'Requests fail or are refused',
  },
  {
    name: 'reads',
    title: 'Reads within half a second',
    budget: 0.01,
    share: (window) => `(${slowReads('rate', window)}) / ${counted('rate', allReads, window)}`,
    count: (window) => slowReads('increase', window),
    summary: 'Reads take longer than half a second',
  },
  {
    name: 'site',
    title: 'The site, seen from outside',
    budget: 0.001,
    share: (window) => `1 - avg by (namespace) (avg_over_time(probe_success{job="agora-site"}[${window}]))`,
    summary: 'Visitors do not reach the site',
  },
]

const WINDOWS = ['5m', '30m', '1h', '6h', '3d', '30d']
/** The windows over which violations are counted: a few on a quiet site are no reason for an alert. */
const COUNTED = ['1h', '6h', '3d']

/** The recorded share of requests that violated the objective over a window. */
export const shareOf = ({ name }: Objective, window: string): string => `agora:${name}:broken_share_${window}`
const countOf = ({ name }: Objective, window: string): string => `agora:${name}:broken_${window}`

/** The remaining budget of 30 days, 0 to 1; negative if overdrawn. */
export const budgetLeft = (objective: Objective, labels = ''): string =>
  `1 - ${shareOf(objective, '30d')}${labels} / ${objective.budget}`

/**
 * How many times the budget would be used up in 30 days at this rate: 14.4 uses it in two days, 6 in five, 1 in thirty.
 */
function burns(objective: Objective, times: number, long: string, short: string): string {
  const most = Number((times * objective.budget).toPrecision(3))
  const shares = [long, short].map((window) => `${shareOf(objective, window)} > ${most}`)
  return [...shares, ...(objective.count ? [`${countOf(objective, long)} >= ${LEAST}`] : [])].join(' and ')
}

function alert(name: string, expr: string, severity: 'page' | 'ticket', summary: string): string[] {
  return [
    `- alert: ${name}`,
    `  expr: ${expr}`,
    '  for: 2m',
    `  labels: { severity: ${severity} }`,
    '  annotations:',
    `    summary: "${summary}"`,
    `    runbook_url: ${runbookOf(name)}`,
  ]
}

/** Prometheus' rules: the recorded series of each objective, and the alerts on how fast its budget burns. */
export function objectiveRules(): string[] {
  return objectives.flatMap((objective) => {
    const { share, count, summary } = objective
    const name = `${objective.name[0]?.toUpperCase()}${objective.name.slice(1)}Budget`
    const fast = `(${burns(objective, 14.4, '1h', '5m')}) or (${burns(objective, 6, '6h', '30m')})`
    return [
      ...WINDOWS.flatMap((window) => [`- record: ${shareOf(objective, window)}`, `  expr: ${share(window)}`]),
      ...(count
        ? COUNTED.flatMap((window) => [`- record: ${countOf(objective, window)}`, `  expr: ${count(window)}`])
        : []),
      ...alert(`${name}BurnsFast`, fast, 'page', `${summary}: the month's budget would be gone in days`),
      ...alert(
        `${name}BurnsSlowly`,
        burns(objective, 1, '3d', '6h'),
        'ticket',
        `${summary}: the budget will not last the month`,
      ),
    ]
  })
}
