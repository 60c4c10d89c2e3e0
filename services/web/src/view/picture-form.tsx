import type { Child } from 'hono/jsx'
import type { Visit } from '../http/visit.ts'
import { Field, PasswordAgain, type Problem } from './fields.tsx'
import { Action } from './parts.tsx'
import { PostForm } from './post-form.tsx'

/** What may be sent: the API looks at the content. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

interface Props {
  visit: Visit
  /** The id of the card. */
  id: string
  /** Whether there are several such cards on the page: ids of fields then begin with that of the card. */
  isOneOfSeveral?: boolean
  isNarrow?: boolean
  title: string
  /** The picture as it is now. */
  current: Child
  hint: string
  /** The address of the form, and of the one that removes the picture, if there is one to remove. */
  to: string
  removal: string | undefined
  words: { show: string; remove: string }
  problem: Problem | undefined
  /** The id of a picture that was sent, and waits for its sender to confirm who they are. */
  sent?: string | undefined
}

/** A card with a picture and a form that sends another: with or without scripts, by choosing a file or dropping it. */
export const PictureForm = ({
  visit,
  id,
  isOneOfSeveral,
  isNarrow,
  title,
  current,
  hint,
  to,
  removal,
  words,
  problem,
  sent,
}: Props) => {
  const scope = isOneOfSeveral ? { scope: id } : {}
  return (
    <section class={isNarrow ? 'card narrow' : 'card'} id={id}>
      <h2>{title}</h2>
      <div class="own-picture">
        {current}
        <div>
          <PostForm visit={visit} to={to} class="" enctype="multipart/form-data" problem={problem}>
            <PasswordAgain {...scope} words={visit.words} />
            {sent === undefined ? (
              <Field {...scope} name="picture" label={visit.words.account.newAvatar} hint={hint}>
                {(attributes) => <input {...attributes} type="file" accept={PICTURE_TYPES} required />}
              </Field>
            ) : (
              <input type="hidden" name="sent" value={sent} />
            )}
            <button>{words.show}</button>
          </PostForm>
          {removal !== undefined && (
            <Action visit={visit} to={removal}>
              {words.remove}
            </Action>
          )}
        </div>
      </div>
    </section>
  )
}
