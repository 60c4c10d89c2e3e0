import { connectionsOf, declarationOf, minReplicasOf, withDatabase } from '@agora/shared/contracts/services'
import { POOLERS, poolOf } from './pooler.ts'

/** During a rollout, as in `k8s/service/deployment.yaml`. */
const SURGE = 1

/**
 * The most connections that all services may hold to Postgres: every autoscaler at its maximum, every deployment
 * rolling out.
 */
export const mostConnections = (): number =>
  withDatabase
    .map((service) => connectionsOf(service).primary * (declarationOf(service).maxReplicas + SURGE))
    .reduce((total, one) => total + one, 0)

/** The same with poolers, which are rolling out too: the processes' connections outside a pool. */
export const mostPooledConnections = (): number =>
  withDatabase
    .map((service) => {
      const { maxReplicas } = declarationOf(service)
      const kept = connectionsOf(service).primary - poolOf(service)
      return (POOLERS + SURGE) * poolOf(service) + kept * (maxReplicas + SURGE)
    })
    .reduce((total, one) => total + one, 0)

/** The operators' table of connections. */
export function connectionRows(): string[] {
  const rows = withDatabase.map((service) => {
    const { connections = { pool: 0 }, maxReplicas } = declarationOf(service)
    const { primary: each, readReplica } = connectionsOf(service)
    return {
      service,
      pool: connections.pool,
      sessions: each - connections.pool,
      each,
      least: each * minReplicasOf(service),
      maxReplicas,
      most: each * maxReplicas,
      pooled: POOLERS * poolOf(service) + (each - poolOf(service)) * maxReplicas,
      readReplica: readReplica * maxReplicas,
    }
  })
  const sum = (of: 'each' | 'least' | 'most' | 'pooled' | 'readReplica') =>
    rows.reduce((total, row) => total + row[of], 0)
  return [
    '',
    '| Service | Pool | Sessions | Each process | At least | At most | At most, pooled | On a read replica |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map(
      ({ service, pool, sessions, each, least, maxReplicas, most, pooled, readReplica }) =>
        `| ${service} | ${pool} | ${sessions} | ${each} | ${least} (${minReplicasOf(service)} replicas) | ${most} (${maxReplicas} replicas) | ${pooled} | ${readReplica || '–'} |`,
    ),
    `| all | | | ${sum('each')} | ${sum('least')} | ${sum('most')}; ${mostConnections()} while all roll | ${sum('pooled')}; ${mostPooledConnections()} | ${sum('readReplica')} |`,
    '',
  ]
}
