/** A promise to members, over 30 days. */
export interface Objective {
  /** Part of the names of its series and alerts. */
  readonly name: 'availability' | 'reads'
  readonly title: string
  /** The share of requests that may violate it. */
  readonly budget: number
  /** PromQL: the rates of violating and of all requests over a window such as `1h`. */
  readonly broken: (window: string) => string
  readonly all: (window: string) => string
  /** What the person who is paged reads. */
  readonly summary: string
}

const answered = (labels: string, window: string) =>
  `sum(rate(http_request_duration_seconds_count{${labels}}[${window}]))`
const refused = (window: string) =>
  `(sum(rate(http_requests_refused_total{service="gateway",reason="busy"}[${window}])) or vector(0))`

const gateway = 'service="gateway"'
/** The services only: how long a caller takes to read the gateway's answer is the caller's concern. */
const reads = 'service!="gateway",method="GET",route!~".*/stream"'

export const objectives: readonly Objective[] = [
  {
    name: 'availability',
    title: 'Availability',
    budget: 0.001,
    broken: (window) =>
      `(${answered(`${gateway},status=~"5..",expected="false"`, window)} or vector(0)) + ${refused(window)}`,
    all: (window) => `${answered(gateway, window)} + ${refused(window)}`,
    summary: 'Requests fail or are refused',
  },
  {
    name: 'reads',
    title: 'Reads within half a second',
    budget: 0.01,
    broken: (window) =>
      `${answered(reads, window)} - sum(rate(http_request_duration_seconds_bucket{${reads},le="0.5"}[${window}]))`,
    all: (window) => answered(reads, window),
    summary: 'Reads take longer than half a second',
  },
]

const WINDOWS = ['5m', '30m', '1h', '6h', '3d', '30d']

/** The recorded share of requests that violated the objective over a window. */
export const shareOf = ({ name }: Objective, window: string): string => `agora:${name}:broken_share_${window}`

/** The remaining budget of 30 days, 0 to 1; negative if overdrawn. */
export const budgetLeft = (objective: Objective): string =>
  `1 - ${shareOf(objective, '30d')} / ${objective.budget}`

/**
 * How many times the budget would be used up in 30 days at this rate: 14.4 uses it in two days, 6 in five, 1 in thirty.
 */
const burns = (objective: Objective, times: number, ...windows: string[]) =>
  windows
    .map((window) => `${shareOf(objective, window)} > ${Number((times * objective.budget).toPrecision(3))}`)
    .join(' and ')

function alert(name: string, expr: string, severity: 'page' | 'ticket', summary: string): string[] {
  return [
    `- alert: ${name}`,
    `  expr: ${expr}`,
    '  for: 2m',
    `  labels: { severity: ${severity} }`,
    '  annotations:',
    `    summary: "${summary}"`,
    `    runbook: docs/runbooks.md#${name.toLowerCase()}`,
  ]
}

/** Prometheus' rules: the recorded series of each objective, and the alerts on how fast its budget burns. */
export function objectiveRules(): string[] {
  return objectives.flatMap((objective) => {
    const { broken, all, summary } = objective
    const name = `${objective.name[0]?.toUpperCase()}${objective.name.slice(1)}Budget`
    const fast = `(${burns(objective, 14.4, '1h', '5m')}) or (${burns(objective, 6, '6h', '30m')})`
    return [
      ...WINDOWS.flatMap((window) => [
        `- record: ${shareOf(objective, window)}`,
        `  expr: (${broken(window)}) / (${all(window)})`,
      ]),
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
