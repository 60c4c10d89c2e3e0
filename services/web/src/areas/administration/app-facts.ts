import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'

export type App = Schemas['FullApp']
export type Channel = App['channels']['items'][number]

/** Why a form of an application's page was refused; for a channel's form, with its key. */
export interface Refused {
  channel?: string
  form: Form
  problem: Problem
}

export const pathOfApp = (app: string): string => `/administration/apps/${app}`

export const readApp = ({ api }: Visit, id: string): Promise<App> =>
  must(api.GET('/api/v1/apps/{app_id}', { params: { path: { app_id: id } } }))

/** Since when the receivers of an application's channels are gone, by the channels' keys; the others are left out. */
export async function readGone({ api }: Visit, { id, channels }: App): Promise<ReadonlyMap<string, string>> {
  const delivered = channels.items.filter((channel) => channel.event_stream_callback_uri !== null)
  const gone = await Promise.all(
    delivered.map(async ({ key }) => {
      const path = { app_id: id, channel_key: key }
      const { state, since } = await must(
        api.GET('/api/v1/apps/{app_id}/channels/{channel_key}/delivery', { params: { path } }),
      ).catch(withoutDeliveries)
      return state === 'Gone' ? [[key, since] as const] : []
    }),
  )
  return new Map(gone.flat())
}

/** Applications that are kept in memory have none. */
function withoutDeliveries(error: unknown): { state: 'Active'; since: string } {
  if (error instanceof ApiRefusal && error.status === 404) return { state: 'Active', since: '' }
  throw error
}
