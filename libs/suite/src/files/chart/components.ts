import { services } from '@agora/shared/contracts/services'
import { autoscalingFiles } from '../autoscaling.ts'
import { networkPolicies } from '../cluster.ts'
import { migrationFiles, migrationJob } from '../migrations.ts'
import { monitoringFiles } from '../monitoring.ts'
import { bare, edited, labelled, manifestOf, TEMPLATE, when } from './texts.ts'

const document = (text: string) => `---\n${labelled(bare(text))}`
const between = (condition: string, ...texts: string[]) => when(condition, texts.map(document).join(''))

const EDGE = [
  'kubernetes.io/metadata.name: edge',
  'kubernetes.io/metadata.name: {{ $.Values.edge.namespace }}',
] as const
const MONITORING = [
  'kubernetes.io/metadata.name: monitoring',
  'kubernetes.io/metadata.name: {{ $.Values.monitoring.namespace }}',
] as const
const HOST = ['community.example', '{{ include "agora.host" $ }}'] as const
const ISSUER = ['letsencrypt', '{{ $.Values.edge.clusterIssuer }}'] as const
const AUTHORITY = {
  volume: '{ name: authority, configMap: { name: agora-authority } }',
  mount: '{ name: authority, mountPath: /etc/authority, readOnly: true }',
  env: '{ name: NODE_EXTRA_CA_CERTS, value: /etc/authority/authority.pem }',
}
const trusting = (text: string) => when('$.Values.authority', text)

/** Jobs cannot be changed: each is named after what it runs. */
const migrations = () => {
  const one = 'gateway'
  const [, , spec = ''] = /^([\s\S]*?)^spec:\n([\s\S]*)/m.exec(bare(migrationJob(one))) ?? []
  const body = edited(labelled(spec), [
    [`image: agora-${one}`, 'image: {{ include "agora.image" (list $ .name) }}'],
    [`migrate.js, ${one},`, 'migrate.js, {{ .schema }},'],
    [/key: \w+_DATABASE_URL/, 'key: {{ .prefix }}_DATABASE_URL'],
    [
      /^ +valueFrom: .*\n/m,
      `$&${trusting(`            - ${AUTHORITY.env}\n          volumeMounts: [${AUTHORITY.mount}]\n`)}`,
    ],
    ['priorityClassName: agora-awaited', 'priorityClassName: {{ $.Release.Namespace }}-awaited'],
    [/^ {6}containers:\n/m, `${trusting(`      volumes: [${AUTHORITY.volume}]\n`)}$&`],
  ]).replaceAll('$', '.root')
  return `${TEMPLATE}{{- define "agora.migration" }}
${body}{{- end }}
{{- range $name, $fact := .Files.Get "files/services.yaml" | fromYaml }}
{{- if $fact.schema }}
{{- $spec := include "agora.migration" (dict "root" $ "Values" $.Values "name" $name "schema" $fact.schema "prefix" $fact.prefix) }}
---
apiVersion: batch/v1
kind: Job
${labelled(`metadata:\n  name: agora-migrate-{{ $name }}-{{ $spec | sha256sum | trunc 10 }}\n  labels: { app.kubernetes.io/name: migration }\n`)}spec:{{ $spec }}
{{- end }}
{{- end }}
`
}

const network = () =>
  TEMPLATE +
  [
    manifestOf('base/default-deny.yaml'),
    ...networkPolicies().map((policy) => edited(policy, [MONITORING])),
    migrationPolicy(),
  ]
    .map((text) => document(text.includes(EDGE[0]) ? edited(text, [EDGE]) : text))
    .join('') +
  when(
    '$.Values.storePorts',
    document(`apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: agora-stores }
spec:
  podSelector: { matchLabels: { app.kubernetes.io/part-of: agora } }
  policyTypes: [Egress]
  egress:
    - ports:
        {{- range $.Values.storePorts }}
        - { port: {{ . }}, protocol: TCP }
        {{- end }}
`),
  ) +
  document(
    edited(manifestOf('base/priority.yaml'), [
      ['name: agora-awaited', 'name: {{ $.Release.Namespace }}-awaited'],
    ]),
  )

const migrationPolicy = () => {
  const [made = ''] = Object.values(migrationFiles())
  return made.split('---\n').at(-1) ?? ''
}

const edge = () => {
  const manifests = (component: string, ...names: string[]) =>
    names.map((name) => manifestOf(`components/${component}/${name}.yaml`))
  const gateway = edited(manifests('gateway-api', 'gateway', 'route').join('---\n'), [
    HOST,
    ISSUER,
    ['gatewayClassName: envoy', 'gatewayClassName: {{ $.Values.edge.className }}'],
  ])
  const ingress = edited(manifests('ingress', 'ingress').join(''), [
    HOST,
    ISSUER,
    ['ingressClassName: traefik', 'ingressClassName: {{ $.Values.edge.className }}'],
  ])
  const annotated = (text: string) =>
    edited(text, [
      [
        /^ {2}annotations:(?: \{ (.*) \}|\n(?: +#.*\n)* +(.*))\n/m,
        when('$.Values.edge.clusterIssuer', '  annotations: { $1$2 }\n'),
      ],
    ])
  const solver = edited(manifests('acme-solver', 'solver').join(''), [EDGE])
  return (
    TEMPLATE +
    between('eq $.Values.edge.kind "gateway-api"', annotated(gateway)) +
    between(
      'and (eq $.Values.edge.kind "gateway-api") $.Values.edge.envoyPolicies',
      ...manifests('gateway-api', 'policies'),
    ) +
    between('eq $.Values.edge.kind "ingress"', annotated(ingress)) +
    between('ne $.Values.edge.kind "none"', solver)
  )
}

const pooler = () =>
  TEMPLATE +
  between(
    '$.Values.pooler.enabled',
    edited(manifestOf('components/pooler/pooler.yaml'), [
      [/image: (\S+)/, 'image: {{ $.Values.pooler.image }}'],
      [
        /(topologyKey: kubernetes.io\/hostname\n +whenUnsatisfiable:) ScheduleAnyway/,
        '$1 {{ $.Values.spread }}',
      ],
      [
        /^( +)labels:\n( +app.kubernetes.io\/name: pooler\n)( +spec:\n +automount)/m,
        '$1labels:\n$2$1annotations:\n$1  checksum/configuration: {{ list $.Values.secrets.pooler $.Values.authority ($.Files.Get "files/pgbouncer.ini") | toJson | sha256sum }}\n$3',
      ],
      [
        /^ +mountPath: \/etc\/pgbouncer\n +readOnly: true\n/m,
        `$&${trusting(`            - ${AUTHORITY.mount}\n`)}`,
      ],
      [/^ {6}volumes:\n/m, `$&${trusting(`        - ${AUTHORITY.volume}\n`)}`],
    ]),
    manifestOf('components/pooler/network.yaml'),
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: agora-pooler
data:
  pgbouncer.ini: {{ $.Files.Get "files/pgbouncer.ini" | quote }}
`,
  )

const backup = () =>
  TEMPLATE +
  between(
    '$.Values.backup.enabled',
    edited(manifestOf('components/backup/cronjob.yaml'), [
      ['image: agora-backup', 'image: {{ include "agora.image" (list $ "backup") }}'],
      ['  jobTemplate:\n', '  jobTemplate:\n    metadata:\n      labels: {}\n'],
      ['"17 3 * * *"', '{{ quote $.Values.backup.schedule }}'],
      [
        /^ +- \{ name: tmp, mountPath.*\n/m,
        `$&${trusting(`                - ${AUTHORITY.mount}\n              env: [${AUTHORITY.env}]\n`)}`,
      ],
      [/^ {10}volumes:\n/m, `$&${trusting(`            - ${AUTHORITY.volume}\n`)}`],
    ]),
    manifestOf('components/backup/network.yaml'),
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: agora-backup
data:
  {{- $.Values.backup.settings | toYaml | nindent 2 }}
`,
  )

const RELEASE = ['release: kube-prometheus-stack', 'release: {{ $.Values.monitoring.release }}'] as const

const monitoring = () => {
  const made = monitoringFiles()['k8s/components/monitoring/pod-monitors.yaml'] ?? ''
  return (
    TEMPLATE +
    between(
      '$.Values.monitoring.enabled',
      edited(made, [RELEASE]),
      edited(manifestOf('components/monitoring/site.yaml'), [
        RELEASE,
        ['https://community.example', '{{ include "agora.site" $ }}'],
        ['blackbox-exporter.monitoring:9115', '{{ $.Values.monitoring.blackboxExporter }}'],
      ]),
      `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: agora
  labels: { ${RELEASE[1]} }
spec:
  {{- $.Files.Get "files/alerts.yml" | fromYaml | toYaml | nindent 2 }}
`,
      `apiVersion: v1
kind: ConfigMap
metadata:
  name: agora-dashboards
  labels: { grafana_dashboard: "1" }
data:
  {{- range $path, $_ := $.Files.Glob "files/dashboards/*.json" }}
  {{ base $path }}: {{ $.Files.Get $path | quote }}
  {{- end }}
`,
    )
  )
}

const autoscaling = () => {
  const made = autoscalingFiles()['k8s/components/autoscaling/scaled-objects.yaml'] ?? ''
  const objects = bare(made)
    .split('---\n')
    .map((text) => {
      const service = services.find((name) => text.includes(`  name: agora-${name}\n`))
      const values = `{{ (get $.Values.services "${service}")`
      return edited(text, [
        [/minReplicaCount: \d+/, `minReplicaCount: ${values}.minReplicas }}`],
        [/maxReplicaCount: \d+/, `maxReplicaCount: ${values}.maxReplicas }}`],
        ['namespace="agora"', 'namespace="{{ $.Release.Namespace }}"'],
        ['http://prometheus-operated.monitoring:9090', '{{ $.Values.monitoring.prometheus }}'],
      ])
    })
  return TEMPLATE + between('$.Values.autoscaling.keda', ...objects)
}

/** The templates of all but the services, by their names. */
export const componentTemplates = (): Record<string, string> => ({
  migrations: migrations(),
  network: network(),
  edge: edge(),
  pooler: pooler(),
  backup: backup(),
  monitoring: monitoring(),
  autoscaling: autoscaling(),
})
