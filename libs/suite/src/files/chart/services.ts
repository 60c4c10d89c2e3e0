import { bare, edited, json, labelled, manifestOf, TEMPLATE, when } from './texts.ts'

const NAME = 'app.kubernetes.io/name: {{ $name }}'
/** What distinguishes a service, as `files/services.yaml` declares it. */
const FACT = '$fact'
const VALUES = '$values'

/** Every name, and how pods are found, in what the services have in common. */
const named = (text: string) =>
  edited(bare(text), [
    [/^( +name: agora(?:-pods)?)$/gm, '$1-{{ $name }}'],
    [/(selector|matchLabels): \{\}/g, `$1: { ${NAME} }`],
  ])

const owned = (text: string) => labelled(text).replaceAll(/^ {2}labels:\n/gm, `  labels:\n    ${NAME}\n`)

const AUTHORITY = {
  env: '            - { name: NODE_EXTRA_CA_CERTS, value: /etc/authority/authority.pem }\n',
  mount: '- { name: authority, mountPath: /etc/authority, readOnly: true }',
}
const trusting = `and $.Values.authority ${FACT}.schema`
const pooled = `and $.Values.pooler.enabled ${FACT}.schema`

const METRICS_ENV = when(
  `${FACT}.metricsPort`,
  `            - { name: METRICS_HOST, value: "::" }
            - { name: METRICS_PORT, value: "{{ ${FACT}.metricsPort }}" }\n`,
)
const POOLED_ENV = when(
  pooled,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL']
    .map((key, index) => {
      const from =
        index === 0
          ? ['agora-pooler', `{{ ${FACT}.prefix }}_DATABASE_URL`]
          : ['agora-{{ $name }}', 'DATABASE_URL']
      return `            - { name: ${key}, valueFrom: { secretKeyRef: { name: ${from[0]}, key: "${from[1]}" } } }\n`
    })
    .join(''),
)

const FILES_ENV = when(`${FACT}.room`, '            - { name: TMPDIR, value: /var/lib/agora }\n')

/** Helm does not name Secrets after their content: the pods say what they were started with. */
const CHECKSUM = `        checksum/configuration: {{ include "agora.checksum" (list $ $name ${FACT}.schema) }}\n`

const deployment = () =>
  edited(owned(named(manifestOf('service/deployment.yaml'))), [
    [/^( {6}labels:\n)/m, `$1        ${NAME}\n`],
    ['      annotations:\n', `      annotations:\n${CHECKSUM}`],
    ['prometheus.io/port: "8080"', `prometheus.io/port: "{{ ${FACT}.metricsPort | default 8080 }}"`],
    ['serviceAccountName: agora\n', 'serviceAccountName: agora-{{ $name }}\n'],
    [
      /(topologyKey: kubernetes.io\/hostname\n +whenUnsatisfiable:) ScheduleAnyway/,
      '$1 {{ $.Values.spread }}',
    ],
    ['app.kubernetes.io/name: service', NAME],
    [/^ {6}initContainers:\n[\s\S]*?(?=^ {6}containers:)/m, `{{- if ${FACT}.schema }}\n$&{{- end }}\n`],
    ['dist/bundle/migrate.js, schema,', `dist/bundle/migrate.js, {{ ${FACT}.schema }},`],
    ['image: agora-service', 'image: {{ include "agora.image" (list $ $name) }}'],
    ['name: agora-service', 'name: agora-{{ $name }}'],
    // For the container that waits for the schema.
    [
      /^( +secretKeyRef: .*\n)( +securityContext:)/m,
      `$1${when(trusting, `${AUTHORITY.env}          volumeMounts: [${AUTHORITY.mount.slice(2)}]\n`)}$2`,
    ],
    ['- name: service\n', '- name: {{ $name }}\n'],
    ['--max-old-space-size=256', '{{ include "agora.heap" $values.resources }}'],
    [
      '              containerPort: 8080\n',
      `              containerPort: 8080\n${when(`${FACT}.metricsPort`, `            - { name: metrics, containerPort: {{ ${FACT}.metricsPort }} }\n`)}`,
    ],
    [
      /^ +- \{ name: AGORA_CONFIG.*\n/m,
      `$&${METRICS_ENV}${POOLED_ENV}${FILES_ENV}${when(trusting, AUTHORITY.env)}`,
    ],
    [
      /^ +mountPath: \/etc\/agora\n +readOnly: true\n/m,
      `$&${when(trusting, `            ${AUTHORITY.mount}\n`)}${when(`${FACT}.room`, '            - { name: files, mountPath: /var/lib/agora }\n')}`,
    ],
    [/^ {8}runAsGroup: 10001\n/m, `$&${when(`${FACT}.room`, '        fsGroup: 10001\n')}`],
    [/, port: http \}/g, `, port: {{ if ${FACT}.metricsPort }}metrics{{ else }}http{{ end }} }`],
    [/^ {10}resources:\n.*cpu: 100m.*\n.*\n/m, `          resources: ${json(`${VALUES}.resources`)}\n`],
    [
      /^ +name: agora-config\n/m,
      `$&${when(trusting, '        - { name: authority, configMap: { name: agora-authority } }\n')}${when(`${FACT}.room`, `        - { name: files, emptyDir: { sizeLimit: {{ ${FACT}.room }} } }\n`)}`,
    ],
  ])

const scaling = () => {
  const [autoscaler = '', budget = ''] = owned(named(manifestOf('service/scaling.yaml'))).split('---\n')
  const sized = edited(autoscaler, [
    ['minReplicas: 2', `minReplicas: {{ ${VALUES}.minReplicas }}`],
    ['maxReplicas: 6', `maxReplicas: {{ ${VALUES}.maxReplicas }}`],
  ])
  return `${when(`not (and $.Values.autoscaling.keda ${FACT}.keda)`, `---\n${sized}`)}---\n${budget}`
}

const METRICS_PORT = when(
  `${FACT}.metricsPort`,
  `    - { name: metrics, port: {{ ${FACT}.metricsPort }}, targetPort: metrics }\n`,
)
const discovery = () =>
  edited(owned(named(manifestOf('service/service.yaml'))), [
    [
      '    - { name: http, port: 8080, targetPort: http }\n',
      `    - { name: http, port: 8080, targetPort: http }\n${METRICS_PORT}`,
    ],
  ])

/** Each service's account, Services, pods, autoscaler and disruption budget. */
export const servicesTemplate = (): string =>
  `${TEMPLATE}{{- range $name, ${FACT} := .Files.Get "files/services.yaml" | fromYaml }}
{{- ${VALUES} := get $.Values.services $name }}
---
${discovery()}---
${deployment()}${scaling()}{{- end }}
`
