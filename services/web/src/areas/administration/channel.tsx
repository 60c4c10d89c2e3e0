import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import { withNext } from '../../http/next.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { Done } from '../../view/parts.tsx'
import { appPage } from './app.tsx'
import { pathOfApp, readApp } from './app-facts.ts'
import { changedIn } from './channel-card.tsx'
import { administrationPage } from './frame.tsx'

export const updateChannel: Writer = async (visit, { app = '', channel = '' }, form) => {
  const update = () =>
    must(
      visit.api.PATCH('/api/v1/apps/{app_id}', {
        params: { path: { app_id: app } },
        body: { channels: [{ key: channel, ...changedIn(form) }] },
      }),
    )
  const { refusal } = await attempt(confirmSelf(visit, form).then(update))
  if (!refusal) return redirect(`${pathOfApp(app)}?saved=1`)
  const problem = problemOf(refusal, visit, {
    'channels.0.description': 'description',
    'invalid `user_uri`': 'user_uri',
  })
  return appPage(visit, await readApp(visit, app), { channel, form, problem })
}

export const resumeChannel: Writer = async ({ api }, { app = '', channel = '' }) => {
  const path = { app_id: app, channel_key: channel }
  await must(api.POST('/api/v1/apps/{app_id}/channels/{channel_key}/resume', { params: { path } }))
  return redirect(`${pathOfApp(app)}?saved=1`)
}

/** The only page that ever shows the secret. */
export const renewSecret: Writer = async (visit, { app: id = '', channel = '' }) => {
  const { api, words } = visit
  const { apps: own } = words.administration
  const path = { app_id: id, channel_key: channel }
  const app = await readApp(visit, id)
  const { value, refusal } = await attempt(
    must(api.POST('/api/v1/apps/{app_id}/channels/{channel_key}/secret', { params: { path } })),
  )
  if (refusal?.message === 'recent sign-in is required') return redirect(withNext('/confirm', pathOfApp(id)))
  if (refusal) throw refusal
  const { secret, previous_expires_at: previous } = value
  return administrationPage(
    visit,
    own.secret,
    <div class="card narrow">
      <Done>{own.secretOnce}</Done>
      <p>
        <code>{secret}</code>
      </p>
      {previous !== null && <p>{own.secretOverlap}</p>}
      <p class="choices">
        <a href={pathOfApp(id)}>{words.back}</a>
      </p>
    </div>,
    {
      crumbs: [
        { href: '/administration/apps', name: own.title },
        { href: pathOfApp(id), name: app.display_name },
      ],
    },
  )
}
