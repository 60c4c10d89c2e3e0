import { addressesIn } from '@agora/shared/config/addresses'
import { backends } from '@agora/shared/contracts/service-declaration'
import { MADE } from './generated.ts'

/** What an address says by its scheme where it names no port. */
const usual: Readonly<Record<string, number>> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'redis-sentinel:': 26_379,
  'rediss-sentinel:': 26_379,
  'nats:': 4222,
  'tls:': 4222,
  'smtp:': 587,
  'smtps:': 465,
  'http:': 80,
  'https:': 443,
  's3:': 443,
}
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
      .map((one) => new URL(one))
      .map(({ port, protocol }) => Number(port) || usual[protocol] || 0),
  )
  return [...new Set(ports)].filter((port) => port > 0).sort((a, b) => a - b)
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
