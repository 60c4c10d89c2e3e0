import { urlsIn } from '@agora/shared/config/env'
import { guest, PRINCIPAL_HEADER } from '@agora/shared/contracts/principal'
import type { ServiceDeclaration } from '@agora/shared/contracts/service-declaration'
import {
  declarationOf,
  serviceAt,
  type UpstreamName,
  upstreamNames,
  urlsKeyOf,
} from '@agora/shared/contracts/services'
import type { ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { unavailableIn } from '@agora/shared/errors/unavailable'
import { Upstream } from '@agora/shared/upstream/upstream'
import type { Env } from '../../config.ts'
import type { SignedPrincipals } from '../../identity/credentials/principals.ts'

/** A service behind the gateway, as it is declared, and its processes. */
export interface Service extends Pick<ServiceDeclaration, 'unavailable' | 'streams'> {
  readonly name: UpstreamName
  readonly isFallback: boolean
  readonly anonymous: boolean | 'reads'
  readonly upstream: Upstream
  /** The same for what is streamed: however many callers are slow, the others find a connection. */
  readonly uploads: Upstream | undefined
}
export type Services = Readonly<Record<UpstreamName, Service>>

/** `principals` signs what probes carry: a replica that would refuse every request must not look ready. */
export function createServices(env: Env, principals: SignedPrincipals): Services {
  const entries = upstreamNames.map((name): [UpstreamName, Service] => {
    const { isFallback = false, anonymous = false, unavailable, answerMs, streams } = declarationOf(name)
    const urls = urlsIn(env[urlsKeyOf(name)])
    const follow = () =>
      new Upstream({
        urls,
        dnsServer: env.DNS_SERVER,
        answerMs,
        probeHeaders: async () => ({ [PRINCIPAL_HEADER]: await principals.sign(guest, name) }),
      })
    return [
      name,
      {
        name,
        isFallback,
        anonymous,
        unavailable,
        streams,
        upstream: follow(),
        uploads: streams && follow(),
      },
    ]
  })
  return Object.fromEntries(entries) as Services
}

/** Whether this service gets every path without another route. */
export const servesTheRest = ({ isFallback, upstream }: Service): boolean => isFallback && !upstream.isEmpty

/** The service that serves the rest of the site. */
export const restOfSite = upstreamNames.find((name) => declarationOf(name).isFallback)

/** The error at a path whose service cannot be reached. */
export function unavailableAt(path: string): ErrorDefinition {
  const service = serviceAt(path)
  return service ? unavailableIn(declarationOf(service)) : common.unavailable
}
