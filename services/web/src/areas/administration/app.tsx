import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { PasswordAgain, Select, TextArea } from '../../view/fields.tsx'
import { isChanged, OriginalValues, originalsIn } from '../../view/original-values.tsx'
import { Done } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { type App, pathOfApp, type Refused, readApp, readGone } from './app-facts.ts'
import { ChannelCard } from './channel-card.tsx'
import { administrationPage } from './frame.tsx'

interface KeptDescription {
  channel: string | undefined
  description: string | undefined
}

const kinds = ['Platform', 'Game', 'Other'] as const
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

const ownersIn = (form: Form) =>
  [...form.text('owners').matchAll(uuid)].map(([id]) => ({ type: 'User' as const, id: id.toLowerCase() }))

export const showApp: Reader = async (visit, { app = '', channel }, { description }) =>
  appPage(visit, await readApp(visit, app), undefined, { channel, description })

export const updateApp: Writer = async (visit, { app: id = '' }, form) => {
  const kind = kinds.find((one) => one === form.text('kind'))
  const update = () =>
    must(
      visit.api.PATCH('/api/v1/apps/{app_id}', {
        params: { path: { app_id: id } },
        body: {
          ...(kind && isChanged(form, 'kind') ? { kind } : {}),
          ...(isChanged(form, 'owners') ? { owners: ownersIn(form) } : {}),
        },
      }),
    )
  const { refusal } = await attempt(confirmSelf(visit, form).then(update))
  if (!refusal) return redirect(`${pathOfApp(id)}?saved=1`)
  const problem = problemOf(refusal, visit, { 'unknown owner': 'owners' })
  return appPage(visit, await readApp(visit, id), { form, problem })
}

/** `kept` was written about one of the channels. */
export async function appPage(visit: Visit, app: App, refused?: Refused, kept?: KeptDescription) {
  const { words, query } = visit
  const { apps: own } = words.administration
  const mine = refused?.channel === undefined ? refused : undefined
  const gone = await readGone(visit, app)
  const settings = { kind: app.kind, owners: app.owners.map(({ id }) => id).join('\n') }
  return administrationPage(
    visit,
    app.display_name,
    <>
      {query.has('saved') && !refused && <Done>{words.account.saved}</Done>}
      <PostForm visit={visit} to={pathOfApp(app.id)} problem={mine?.problem}>
        <OriginalValues values={mine ? originalsIn(mine.form) : settings} />
        <Select
          name="kind"
          label={own.kind}
          value={mine?.form.text('kind') ?? settings.kind}
          options={kinds.map((one) => [one, own.kinds[one]])}
        />
        <TextArea
          name="owners"
          label={own.owners}
          hint={own.ownersHint}
          rows={2}
          value={mine?.form.text('owners') ?? settings.owners}
        />
        <PasswordAgain words={words} />
        <button>{words.compose.save}</button>
      </PostForm>
      {app.channels.items.map((channel) => (
        <ChannelCard
          visit={visit}
          app={app.id}
          channel={channel}
          goneSince={gone.get(channel.key)}
          refused={refused?.channel === channel.key ? refused : undefined}
          kept={kept?.channel === channel.key ? kept.description : undefined}
        />
      ))}
    </>,
    {
      problem: refused?.problem,
      crumbs: [{ href: '/administration/apps', name: own.title }],
    },
  )
}
