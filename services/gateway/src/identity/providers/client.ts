import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { kept } from '@agora/shared/lifecycle/kept'
import * as openid from 'openid-client'
import type { ProviderKey } from './schemas.ts'

type Settings = NonNullable<AgoraConfig['providers'][ProviderKey]>

/** How long a provider's metadata is cached, in milliseconds. */
const BELIEVED_MS = 60 * 60 * 1000
/** In seconds, for each request to a provider. */
const TIMEOUT = 10

export interface ProviderClient {
  displayName: string
  /** @throws Error if the provider cannot be reached. */
  configuration(): Promise<openid.Configuration>
}

/** This site as a client of the configured providers. @throws Error if a secret is not set. */
export function providerClients(
  providers: AgoraConfig['providers'],
  source: NodeJS.ProcessEnv,
): Partial<Record<ProviderKey, ProviderClient>> {
  return Object.fromEntries(
    Object.entries(providers).map(([key, settings]) => {
      const secret = source[settings.secret_env]
      if (!secret) throw new Error(`${settings.secret_env}, the secret at ${key}, is not set`)
      return [
        key,
        {
          displayName: settings.display_name,
          configuration: kept(BELIEVED_MS, () => discover(settings, secret)),
        },
      ]
    }),
  )
}

/** Signatures of ID tokens are verified too: a provider that is allowed plain HTTP has no other proof. */
function discover(
  { issuer, client_id, allow_http }: Settings,
  secret: string,
): Promise<openid.Configuration> {
  return openid.discovery(new URL(issuer), client_id, {}, authentication(secret), {
    timeout: TIMEOUT,
    execute: [openid.enableNonRepudiationChecks, ...(allow_http ? [openid.allowInsecureRequests] : [])],
  })
}

/**
 * The secret goes into the header, which every provider must accept, unless this one declares that it accepts only the
 * body.
 */
function authentication(secret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(secret)
  const post = openid.ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPostOnly = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (isPostOnly ? post : basic)(server, ...rest)
  }
}
