import { ajv } from '@agora/shared/http/validation'
import { type Static, Type } from 'typebox'
import { request } from 'undici'
import type { FiringAlert } from './schemas.ts'

/** How long to wait for Prometheus, in milliseconds. */
const TIMEOUT_MS = 1_500

const Answer = Type.Object({
  data: Type.Object({
    alerts: Type.Array(
      Type.Object({
        state: Type.String(),
        activeAt: Type.String(),
        labels: Type.Record(Type.String(), Type.String()),
        annotations: Type.Record(Type.String(), Type.String()),
      }),
    ),
  }),
})
type Answer = Static<typeof Answer>
type Alert = Answer['data']['alerts'][number]

/** The firing alerts, with those that page somebody first; null if Prometheus is not configured or does not answer. */
export async function readAlerts(
  prometheus: string | undefined,
  runbooks: string,
): Promise<FiringAlert[] | null> {
  if (prometheus === undefined) return null
  try {
    const { body } = await request(new URL('api/v1/alerts', `${prometheus.replace(/\/$/, '')}/`), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: unknown = await body.json()
    if (!ajv.validate<Answer>(Answer, answer)) return null
    const firing = answer.data.alerts.filter(({ state }) => state === 'firing')
    return firing.map((alert) => view(alert, runbooks)).sort((a, b) => a.severity.localeCompare(b.severity))
  } catch {
    return null
  }
}

function view({ labels, annotations, activeAt }: Alert, runbooks: string): FiringAlert {
  const name = labels.alertname ?? 'unnamed'
  return {
    name,
    severity: labels.severity ?? 'ticket',
    summary: annotations.summary ?? name,
    since: new Date(activeAt).toISOString(),
    runbook: `${runbooks}#${name.toLowerCase()}`,
  }
}
