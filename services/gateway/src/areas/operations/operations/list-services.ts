import type { Server } from '@agora/shared/http/types'
import { request } from 'undici'
import type { Context } from '../../../context.ts'
import { parseMetrics } from '../prometheus.ts'
import type { Replica, ServiceNumbers } from '../schemas.ts'
import { numbersView } from '../views.ts'

/** A process that takes longer than this, in milliseconds, counts as unreachable. */
const TIMEOUT_MS = 1_500
/** Whoever asks within this time of another, in milliseconds, gets the same answer. */
const REMEMBER_MS = 2_000

/** Reads `/health/ready` and `/metrics` of every process that this gateway knows of, and its own. */
export function serviceNumbers(context: Context, app: Server): () => Promise<ServiceNumbers> {
  let asked = Number.NEGATIVE_INFINITY
  let asking: Promise<ServiceNumbers>

  const ask = async (): Promise<ServiceNumbers> => {
    const own = ownReplica(context, app)
    const others = Object.values(context.areas).map(async ({ service, replicas }) => ({
      name: service,
      replicas: await Promise.all(replicas.urls.map(readReplica)),
    }))
    const services = [{ name: 'gateway', replicas: [await own] }, ...(await Promise.all(others))]
    return { time: new Date().toISOString(), services }
  }

  return () => {
    const now = performance.now()
    if (now - asked > REMEMBER_MS) {
      asked = now
      asking = ask()
    }
    return asking
  }
}

/** The process that answers: whoever gets its answer has reached it. */
async function ownReplica({ env, registry }: Context, app: Server): Promise<Replica> {
  const [health, metrics] = await Promise.all([app.inject('/health/ready'), registry.metrics()])
  return view(`${env.HOST}:${env.PORT}`, health.statusCode, health.payload, metrics)
}

async function readReplica(url: string): Promise<Replica> {
  const { origin, host } = new URL(url)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const read = async (path: string) => {
    const { statusCode, body } = await request(`${origin}${path}`, { signal })
    return { statusCode, text: await body.text() }
  }
  try {
    const [health, metrics] = await Promise.all([read('/health/ready'), read('/metrics')])
    return view(host, health.statusCode, health.text, metrics.text)
  } catch {
    return { address: host, state: 'unreachable', failing: [], numbers: null }
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
