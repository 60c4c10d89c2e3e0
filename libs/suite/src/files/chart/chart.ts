import {
  declarationOf,
  envPrefixOf,
  minReplicasOf,
  type ServiceName,
  schemaOf,
  services,
  withDatabase,
} from '@agora/shared/contracts/services'
import { version } from '../cluster.ts'
import { lines, MADE } from '../generated.ts'
import { withRegions } from '../regions.ts'
import { componentTemplates } from './components.ts'
import { valuesSchema } from './schema.ts'
import { servicesTemplate } from './services.ts'
import { manifestOf } from './texts.ts'

const CHART = 'k8s/chart'

/** What the templates know of a service that is not the operator's to choose. */
function factsOf(service: ServiceName): string {
  const { metricsPort, files, scalesBy } = declarationOf(service)
  const facts = {
    ...(withDatabase.includes(service) ? { schema: schemaOf(service), prefix: envPrefixOf(service) } : {}),
    ...(metricsPort === undefined ? {} : { metricsPort }),
    ...(files === undefined ? {} : { room: files.room }),
    keda: scalesBy !== 'cpu',
  }
  return `${service}: ${JSON.stringify(facts)}`
}

function sizesOf(service: ServiceName): string[] {
  const { maxReplicas, resources } = declarationOf(service)
  return [
    `${service}:`,
    `  minReplicas: ${minReplicasOf(service)}`,
    `  maxReplicas: ${maxReplicas}`,
    '  resources:',
    `    requests: { cpu: ${resources.cpu}, memory: ${resources.memory} }`,
    `    limits: { memory: ${resources.memoryLimit} }`,
  ]
}

const addresses = () =>
  manifestOf('base/addresses.env')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => `${line.replace('=', ': "')}"`)

/** The Helm chart, made from the manifests and the declared services. */
export const chartFiles = (): Record<string, string> => ({
  [`${CHART}/Chart.yaml`]: lines(
    MADE,
    'apiVersion: v2',
    'name: agora',
    'description: The open back end for communities around browser games.',
    'type: application',
    `version: ${version}`,
    `appVersion: "${version}"`,
    'kubeVersion: ">=1.27.0-0"',
    'home: https://github.com/agora-community/agora',
    'sources: [https://github.com/agora-community/agora]',
  ),
  [`${CHART}/values.yaml`]: withRegions(`${CHART}/values.yaml`, { services: services.flatMap(sizesOf) }),
  [`${CHART}/values.schema.json`]: `${JSON.stringify(valuesSchema(), null, 2)}\n`,
  [`${CHART}/files/services.yaml`]: lines(MADE, ...services.map(factsOf)),
  [`${CHART}/files/addresses.yaml`]: lines(
    MADE.replace('the declared services', 'k8s/base/addresses.env'),
    ...addresses(),
  ),
  ...Object.fromEntries(
    Object.entries({ services: servicesTemplate(), ...componentTemplates() }).map(([name, text]) => [
      `${CHART}/templates/${name}.yaml`,
      text,
    ]),
  ),
})
