import { kept } from '@agora/shared/lifecycle/kept'
import { request } from 'undici'
import type { Context } from '../../context.ts'
import { readAlerts } from '../alerts.ts'
import { parseMetrics } from '../prometheus.ts'
import { knownReplicas, type ReplicaAddress } from '../replicas.ts'
import type { Replica, ServiceNumbers } from '../schemas.ts'
import { findLastBackup } from '../store.ts'
import { numbersView } from '../views.ts'

/** A process that takes longer than this counts as unreachable. In milliseconds. */
const TIMEOUT_MS = 1_500
/** Requests within this time share an answer. In milliseconds. */
const REMEMBER_MS = 2_000

/** What this process answers at `/health/ready`. */
export type OwnHealth = () => Promise<{ statusCode: number; payload: string }>

/** Reads `/health/ready` and `/metrics` of every process that this gateway knows of, including its own. */
export function serviceNumbers(context: Context, ownHealth: OwnHealth): () => Promise<ServiceNumbers> {
  const known = knownReplicas(context)

  return kept(REMEMBER_MS, async () => {
    const own = async () => {
      const addresses = await known.gateways()
      return addresses ? Promise.all(addresses.map(readReplica)) : [await ownReplica(context, ownHealth)]
    }
    const others = async () =>
      Promise.all(
        (await known.services()).map(async ({ service, replicas }) => ({
          name: service,
          replicas: await Promise.all(replicas.map(readReplica)),
        })),
      )
    const { env, pool } = context
    const [gateways, services, backup, alerts] = await Promise.all([
      own(),
      others(),
      findLastBackup(pool).catch(() => undefined),
      readAlerts(env.PROMETHEUS_URL, env.RUNBOOKS_URL),
    ])
    return {
      time: new Date().toISOString(),
      services: [{ name: 'gateway', replicas: gateways }, ...services],
      last_backup: backup ? { made_at: backup.madeAt.toISOString(), place: backup.place } : null,
      alerts,
    }
  })
}

/** The answering process itself: whoever gets the answer has reached it. */
async function ownReplica({ env, registry }: Context, ownHealth: OwnHealth): Promise<Replica> {
  const [health, metrics] = await Promise.all([ownHealth(), registry.metrics()])
  return view(`${env.HOST}:${env.PORT}`, health.statusCode, health.payload, metrics)
}

async function readReplica({ name, health, metrics }: ReplicaAddress): Promise<Replica> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const read = async (url: string) => {
    const { statusCode, body } = await request(url, { signal })
    return { statusCode, text: await body.text() }
  }
  try {
    const [state, numbers] = await Promise.all([read(health), read(metrics)])
    return view(name, state.statusCode, state.text, numbers.text)
  } catch {
    return { address: name, state: 'unreachable', failing: [], numbers: null }
  }
}

function view(address: string, status: number, health: string, metrics: string): Replica {
  const { failing = [] } = JSON.parse(health) as { failing?: string[] }
  return {
    address,
    state: status === 200 ? 'ready' : 'not ready',
    failing,
    numbers: numbersView(parseMetrics(metrics)),
  }
}
