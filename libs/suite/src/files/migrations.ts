import { envPrefixOf, type ServiceName, schemaOf, withDatabase } from '@agora/shared/contracts/services'
import { dnsPorts, lines, resources } from './generated.ts'

/**
 * Migrates the schema of one service, as the role that owns it. Its pods belong to no Service, so they have a name of
 * their own.
 */
export const migrationJob = (service: ServiceName) =>
  lines(
    'apiVersion: batch/v1',
    'kind: Job',
    'metadata:',
    `  name: agora-migrate-${service}`,
    '  labels: { app.kubernetes.io/name: migration }',
    '  annotations:',
    '    # A Job cannot be changed: Kustomize names it after what it runs, so that another version is another Job.',
    '    internal.config.kubernetes.io/needsHashSuffix: enabled',
    'spec:',
    '  # Postgres may start later than the Job.',
    '  backoffLimit: 20',
    '  ttlSecondsAfterFinished: 86400',
    '  template:',
    '    metadata:',
    '      labels: { app.kubernetes.io/name: migration }',
    '    spec:',
    '      restartPolicy: OnFailure',
    '      priorityClassName: agora-awaited',
    '      enableServiceLinks: false',
    '      automountServiceAccountToken: false',
    '      securityContext:',
    '        runAsNonRoot: true',
    '        runAsUser: 10001',
    '        runAsGroup: 10001',
    '        seccompProfile: { type: RuntimeDefault }',
    '      containers:',
    '        - name: migrate',
    `          image: agora-${service}`,
    `          command: [node, dist/bundle/migrate.js, ${schemaOf(service)}, prisma/migrations]`,
    '          env:',
    '            - name: DATABASE_URL',
    `              valueFrom: { secretKeyRef: { name: agora-databases, key: ${envPrefixOf(service)}_DATABASE_URL } }`,
    '          securityContext:',
    '            allowPrivilegeEscalation: false',
    '            readOnlyRootFilesystem: true',
    '            capabilities: { drop: [ALL] }',
    '          resources:',
    '            requests: { cpu: 50m, memory: 64Mi }',
    '            limits: { memory: 128Mi }',
  )

const policy = lines(
  'apiVersion: networking.k8s.io/v1',
  'kind: NetworkPolicy',
  'metadata:',
  '  name: agora-migration',
  'spec:',
  '  podSelector:',
  '    matchLabels: { app.kubernetes.io/name: migration }',
  '  policyTypes: [Ingress, Egress]',
  '  egress:',
  '    - ports:',
  ...dnsPorts.map((port) => `        ${port}`),
  '    - ports: [{ port: 5432, protocol: TCP }]',
)

/** A Job for each schema, which the pods wait for. */
export const migrationFiles = (): Record<string, string> => ({
  'k8s/base/migrations.yaml': resources([...withDatabase.map(migrationJob), policy]),
})
