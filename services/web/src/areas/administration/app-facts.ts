import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
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
