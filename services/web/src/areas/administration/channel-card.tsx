import type { Form } from '../../http/form.ts'
import type { Visit } from '../../http/visit.ts'
import { Check, Input, PasswordAgain, Select, TextArea } from '../../view/fields.tsx'
import { checked, isChanged, OriginalValues, originalsIn } from '../../view/original-values.tsx'
import { Action, Dots, Notice, Time } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { type Channel, pathOfApp, type Refused } from './app-facts.ts'

const statuses = ['Stable', 'Beta', 'Alpha', 'Dev'] as const
const ratings = ['General', 'Teen', 'Adult'] as const
const visibilities = ['Public', 'Private'] as const

const among = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text)

/** The settings in a form; an invalid choice leaves the setting unchanged. */
function settingsIn(form: Form) {
  const status = among(statuses, form.text('status'))
  const rating = among(ratings, form.text('rating'))
  const visibility = among(visibilities, form.text('visibility'))
  return {
    description: form.text('description'),
    user_uri: form.optional('user_uri')?.trim() ?? null,
    ...(status ? { status } : {}),
    ...(rating ? { rating } : {}),
    ...(visibility ? { visibility } : {}),
    is_official: form.has('is_official'),
  }
}

/** Those that the form changes. */
export const changedIn = (form: Form): Partial<ReturnType<typeof settingsIn>> =>
  Object.fromEntries(Object.entries(settingsIn(form)).filter(([name]) => isChanged(form, name)))

const valuesOf = ({ description, user_uri, status, rating, visibility, is_official }: Channel) => ({
  description,
  user_uri: user_uri ?? '',
  status,
  rating,
  visibility,
  is_official: checked(is_official),
})

interface Props {
  visit: Visit
  app: string
  channel: Channel
  /** Since when nothing is delivered, because its receiver is gone. */
  goneSince: string | undefined
  refused: Refused | undefined
  /** A description that was written but not sent. */
  kept: string | undefined
}

export function ChannelCard({ visit, app, channel, goneSince, refused, kept }: Props) {
  const { words } = visit
  const { apps: own } = words.administration
  const { key, description, user_uri, status, rating, visibility, is_official } = channel
  const written = refused ? settingsIn(refused.form) : undefined
  const path = `${pathOfApp(app)}/channels/${key}`
  return (
    <details class="card" open={(refused ?? kept ?? goneSince) !== undefined || undefined}>
      <summary>
        <h2>
          <bdi>{key}</bdi>
        </h2>
        <span class="meta">
          <Dots>
            {own.statuses[status]}
            {own.visibilities[visibility]}
            {is_official && <span class="badge">{own.official}</span>}
            {goneSince !== undefined && <span class="badge">{own.gone}</span>}
          </Dots>
        </span>
      </summary>
      {goneSince !== undefined && (
        <Notice kind="alarm">
          <p>
            {own.goneSince} <Time visit={visit} time={goneSince} />
          </p>
          <Action visit={visit} to={`${path}/resume`}>
            {own.resume}
          </Action>
        </Notice>
      )}
      <PostForm visit={visit} to={path} class="" problem={refused?.problem}>
        <OriginalValues values={refused ? originalsIn(refused.form) : valuesOf(channel)} />
        <TextArea
          name="description"
          scope={key}
          label={own.description}
          value={written?.description ?? kept ?? description}
          most={16_384}
        />
        <Input
          name="user_uri"
          scope={key}
          label={own.userUri}
          hint={own.userUriHint}
          value={written ? (written.user_uri ?? '') : (user_uri ?? '')}
        />
        <div class="filter">
          <Select
            name="status"
            scope={key}
            label={own.status}
            value={written?.status ?? status}
            options={statuses.map((one) => [one, own.statuses[one]])}
          />
          <Select
            name="rating"
            scope={key}
            label={own.rating}
            value={written?.rating ?? rating}
            options={ratings.map((one) => [one, own.ratings[one]])}
          />
          <Select
            name="visibility"
            scope={key}
            label={own.visibility}
            value={written?.visibility ?? visibility}
            options={visibilities.map((one) => [one, own.visibilities[one]])}
          />
        </div>
        <Check
          name="is_official"
          scope={key}
          label={own.official}
          isChecked={written?.is_official ?? is_official}
        />
        <PasswordAgain scope={key} words={words} />
        <button>{words.compose.save}</button>
      </PostForm>
      {channel.event_stream_callback_uri !== null && (
        <div class="choices">
          <Action visit={visit} to={`${path}/secret`}>
            {own.renewSecret}
          </Action>
          <span class="meta">{channel.event_stream_callback_uri}</span>
        </div>
      )}
    </details>
  )
}
