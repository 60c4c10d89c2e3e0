import { scopes } from '@agora/shared/contracts/principal'
import { claims, grantScopes } from './scopes.ts'

/** RFC 8628, section 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const clientAuthMethods = ['client_secret_basic', 'client_secret_post', 'none']

/** What clients can discover about this server (RFC 8414). */
export const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  device_authorization_endpoint: `${issuer}/oauth/device`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token', DEVICE_GRANT],
  token_endpoint_auth_methods_supported: clientAuthMethods,
  revocation_endpoint_auth_methods_supported: clientAuthMethods,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

/** The same for OpenID Connect (Discovery 1.0, section 3). */
export const openidMetadata = (issuer: string) => ({
  ...metadata(issuer),
  userinfo_endpoint: `${issuer}/oauth/userinfo`,
  end_session_endpoint: `${issuer}/oauth/end-session`,
  jwks_uri: `${issuer}/oauth/jwks`,
  introspection_endpoint: `${issuer}/oauth/introspect`,
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  scopes_supported: grantScopes,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  claims_supported: ['iss', 'aud', 'exp', 'iat', 'nonce', ...Object.values(claims).flat()],
  prompt_values_supported: ['none', 'login', 'consent'],
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
})
