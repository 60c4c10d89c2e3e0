import { type ServiceName, withDatabase } from '@agora/shared/contracts/services'
import { withRegions } from './regions.ts'

const FILE = 'k8s/components/authority/kustomization.yaml'
const POD = '/spec/template/spec'

const volumeOf = (configMap: string) => `{ name: authority, configMap: { name: ${configMap} } }`
/** Named after its content, so that another authority rolls the pods. */
const volume = volumeOf('agora-authority')
/** Under a constant name, since Jobs are not named after it. */
const jobsVolume = volumeOf('agora-authority-jobs')
const mount = '{ name: authority, mountPath: /etc/authority, readOnly: true }'
const variable = '{ name: NODE_EXTRA_CA_CERTS, value: /etc/authority/authority.pem }'

const add = (path: string, value: string) => `    - { op: add, path: ${POD}/${path}, value: ${value} }`

/** The service's pods: its own container and the one that waits for the schema, which mounts nothing else. */
const deploymentPatch = (service: ServiceName): string[] => [
  `- target: { group: apps, version: v1, kind: Deployment, name: agora-${service} }`,
  '  patch: |-',
  add('volumes/-', volume),
  add('containers/0/env/-', variable),
  add('containers/0/volumeMounts/-', mount),
  add('initContainers/0/env/-', variable),
  add('initContainers/0/volumeMounts', `[${mount}]`),
]

/** The Job that migrates the service's schema. */
const jobPatch = (service: ServiceName): string[] => [
  `- target: { group: batch, version: v1, kind: Job, name: agora-migrate-${service} }`,
  '  patch: |-',
  add('volumes', `[${jobsVolume}]`),
  add('containers/0/env/-', variable),
  add('containers/0/volumeMounts', `[${mount}]`),
]

/** The component, as the services are declared. */
export const authorityFiles = (): Record<string, string> => ({
  [FILE]: withRegions(FILE, {
    services: withDatabase.flatMap((service) => [...deploymentPatch(service), ...jobPatch(service)]),
  }),
})
