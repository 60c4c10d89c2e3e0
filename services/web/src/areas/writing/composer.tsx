import { newId } from '@agora/shared/contracts/ids'
import type { Child } from 'hono/jsx'
import { type ApiRefusal, must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { PictureForm } from '../../http/picture-form.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pictureFields, sendPicture } from '../../http/send-picture.ts'
import { keyAfter } from '../../http/sent.ts'
import type { Visit } from '../../http/visit.ts'
import { Content } from '../../view/content.tsx'
import { type Problem, TextArea } from '../../view/fields.tsx'
import { iconOf } from '../../view/icons.ts'
import { MarkupHelp } from '../../view/markup-help.tsx'
import { Notice } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { PictureByHand, Pictures } from './pictures.tsx'
import { hasTextLinks } from './text-links.ts'
import { Toolbar } from './toolbar.tsx'

/** The longest source of a post, in characters. */
const MAX_BODY = 65_536

/** What a form contains, between two times that it is shown. */
export interface Written {
  /** The idempotency key. */
  key: string
  body: string
  problem?: Problem | undefined
  /** The rendered text. */
  preview?: string | undefined
}

export const blank = (body = ''): Written => ({ key: newId(), body })
export const writtenIn = (form: Form): Written => ({
  key: form.key(),
  body: form.text('body'),
})

const bodyFields = {
  content: 'body',
  'failed to parse provided body': 'body',
  'failed to render provided body': 'body',
}

/** The form again, with what was entered and what is wrong with it. */
export const refused = <Kind extends Written>(written: Kind, refusal: ApiRefusal, visit: Visit): Kind => ({
  ...written,
  key: keyAfter(refusal, written.key),
  problem: problemOf(refusal, visit, bodyFields),
})

/** The text as it would be posted in this section, or what is wrong with it. */
async function previewed<Kind extends Written>(visit: Visit, section: string, written: Kind): Promise<Kind> {
  const { value, refusal } = await attempt(
    must(visit.api.POST('/api/v1/forum/preview', { body: { body: written.body, section: { id: section } } })),
  )
  return refusal ? refused(written, refusal, visit) : { ...written, preview: value.html }
}

/** The text with the picture that was sent beside it, at its end. */
async function withPicture<Kind extends Written>(visit: Visit, form: Form, written: Kind): Promise<Kind> {
  const { value: media, refusal } = await attempt(sendPicture(visit, form))
  if (refusal) return { ...written, problem: problemOf(refusal, visit, pictureFields) }
  const alt = form
    .text('alt')
    .replaceAll(/[[\]\s\\]+/g, ' ')
    .trim()
  const lines = [written.body.trimEnd(), `![${alt}](media:${media.id})`].filter((line) => line !== '')
  return { ...written, body: `${lines.join('\n')}\n` }
}

/** What is shown once more instead of being sent: with a preview, or a picture; undefined if it is to be sent. */
export async function shownAgain<Kind extends Written>(
  visit: Visit,
  section: string,
  form: Form,
  written: Kind,
): Promise<Kind | undefined> {
  // Nothing else has a file.
  if (form instanceof PictureForm) return withPicture(visit, form, written)
  return form.text('act') === 'preview' ? previewed(visit, section, written) : undefined
}

/** The modules of a page with an editor, in this order. */
export const composerScripts = ['compose.js', 'toolbar.js', 'pictures.js', 'completion.js'] as const

interface ComposerProps {
  visit: Visit
  action: string
  /** The language of the section that it is written for. */
  locale: string | null
  written: Written
  send: string
  label?: string
  /** Fields before and after the text. */
  before?: Child
  after?: Child
  rows?: number
}

/** The editor for all posts: a text with its preview, and help with the markup. */
export function Composer(props: ComposerProps) {
  const { visit, action, locale, written, send, label, before, after, rows = 10 } = props
  const { words } = visit
  const { key, body, problem, preview } = written
  const icons = visit.config.forum.icons.map((icon) => [icon, iconOf(icon)])
  return (
    <PostForm
      visit={visit}
      to={action}
      class="composer card"
      problem={problem}
      isDraft
      data-icons={JSON.stringify(icons)}
      data-completions={words.composer.completions}
    >
      <input type="hidden" name="key" value={key} />
      {before}
      <TextArea
        name="body"
        label={label ?? words.fields.body}
        value={body}
        rows={rows}
        most={MAX_BODY}
        locale={locale}
        above={<Toolbar visit={visit} />}
        isRequired
      />
      <Pictures visit={visit} />
      {after}
      <div class="preview" aria-live="polite" data-preview>
        {preview !== undefined && (
          <>
            <h2>{words.compose.preview}</h2>
            {hasTextLinks(body, preview) && <Notice>{words.compose.linksAreText}</Notice>}
            <Content html={preview} locale={locale} />
          </>
        )}
      </div>
      <p class="choices">
        <button name="act" value="send">
          {send}
        </button>
        <button name="act" value="preview" class="quiet" data-preview-button>
          {words.compose.preview}
        </button>
      </p>
      <PictureByHand visit={visit} action={action} />
      <details class="help">
        <summary>{words.markup.title}</summary>
        <MarkupHelp words={words} />
      </details>
    </PostForm>
  )
}
