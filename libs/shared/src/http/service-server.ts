import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { declarationOf, type UpstreamName } from '../contracts/services.ts'
import type { Database } from '../database/database.ts'
import { databaseReadiness } from '../database/readiness.ts'
import { unavailableIn } from '../errors/unavailable.ts'
import { exposeStore } from '../observability/stores.ts'
import { principalVerifier } from './principal-verifier.ts'
import { createServer, type ServerOptions } from './server.ts'
import { serviceCallers } from './service-callers.ts'
import type { Server } from './types.ts'

/** What every service behind the gateway works with. */
interface Wired {
  env: { PRINCIPAL_KEYS: string; SERVICE_CALLERS: string; DRAIN_SECONDS: number }
  logger: Logger
  registry: Registry
}

interface ServiceServerOptions extends Pick<ServerOptions, 'internalError'> {
  /** What else `/health/ready` asks. */
  readiness?: ServerOptions['readiness']
  /** Absent where the service stores nothing. */
  db?: Database | undefined
}

/** The server of a service behind the gateway: it trusts principals that the gateway signed, and the declared services. */
export function createServiceServer(
  audience: UpstreamName,
  { env, logger, registry }: Wired,
  { db, readiness = {}, ...options }: ServiceServerOptions,
): Server {
  const database = db && databaseReadiness(db.pool)
  if (database) exposeStore(registry, 'postgres', database)
  const principals = principalVerifier({ keys: JSON.parse(env.PRINCIPAL_KEYS), audience, logger, registry })
  return createServer({
    logger,
    registry,
    resolvePrincipal: (request) => principals.verify(request.headers),
    resolveService: serviceCallers(env.SERVICE_CALLERS),
    drainSeconds: env.DRAIN_SECONDS,
    readForGuest: db?.readForGuest,
    unavailable: unavailableIn(declarationOf(audience)),
    readiness: { principals: principals.check, ...(database ? { database } : {}), ...readiness },
    ...options,
  })
}
