import type { Visit } from '../../http/visit.ts'
import { Field, Input } from '../../view/fields.tsx'
import { PICTURE_TYPES } from '../../view/picture-form.tsx'

/** Below the text of a post: what becomes of the pictures that `pictures.js` sends, and those that it has sent. */
export const Pictures = ({ visit: { words } }: { visit: Visit }) => {
  const { pictures } = words.composer
  return (
    <div class="pictures" data-pictures={JSON.stringify(pictures)}>
      <input type="file" accept={PICTURE_TYPES} multiple hidden />
      <p class="meta" role="status"></p>
      <ul aria-label={pictures.sent} hidden></ul>
    </div>
  )
}

interface ByHandProps {
  visit: Visit
  /** What the editor's form is sent to. */
  action: string
}

/** The same without scripts, at the end of the form: a picture is sent with the text, which comes back with it. */
export const PictureByHand = ({ visit, action }: ByHandProps) => {
  const { byHand } = visit.words.composer
  return (
    <noscript>
      <fieldset class="by-hand">
        <legend>{byHand.title}</legend>
        <input type="hidden" name="to" value={action} />
        <Input name="alt" label={byHand.alt} hint={byHand.altHint} value="" maxLength={240} />
        <Field name="picture" label={byHand.picture}>
          {(attributes) => <input {...attributes} type="file" accept={PICTURE_TYPES} />}
        </Field>
        <button class="quiet" formaction="/pictures/text" formenctype="multipart/form-data" formnovalidate>
          {byHand.add}
        </button>
      </fieldset>
    </noscript>
  )
}
