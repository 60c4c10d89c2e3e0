import { addressesIn } from '@agora/shared/config/addresses'
import { backends } from '@agora/shared/contracts/service-declaration'
import { portOf } from '../servers/store-port.ts'
import { MADE } from './generated.ts'

const keys = new RegExp(
  `^(?:\\w*(?:${Object.values(backends)
    .map(({ key }) => key)
    .join('|')})|AWS_ENDPOINT_URL_S3)=(.+)$`,
  'gm',
)

/** The ports of all stores that the environments (`KEY=value` lines) name. */
export function portsOf(environments: readonly string[]): number[] {
  const urls = environments.flatMap((text) => [...text.matchAll(keys)].map(([, url = '']) => url))
  const ports = urls.flatMap((url) =>
    addressesIn(url)
      .filter((one) => URL.canParse(one))
      .flatMap((one) => portOf(new URL(one)) ?? []),
  )
  return [...new Set(ports)].sort((a, b) => a - b)
}

/** Lets Agora's pods reach the stores, wherever they are, at the ports that their addresses name. */
export const storesPolicy = (ports: readonly number[]): string[] => [
  MADE.replace('services.mjs', 'deployment.mjs').replace('declared services', 'addresses of the stores'),
  'apiVersion: networking.k8s.io/v1',
  'kind: NetworkPolicy',
  'metadata: { name: agora-stores }',
  'spec:',
  '  podSelector: { matchLabels: { app.kubernetes.io/part-of: agora } }',
  '  policyTypes: [Egress]',
  '  egress:',
  `    - ports: [${ports.map((port) => `{ port: ${port}, protocol: TCP }`).join(', ')}]`,
]
