import { must } from '../../api.ts'
import { confirmSelf } from '../../http/confirming.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import { pictureFields, sendPicture } from '../../http/send-picture.ts'
import type { Visit } from '../../http/visit.ts'
import { showLookWith } from './look.tsx'
import type { PictureUse } from './look-pictures.tsx'

/** In a form: none, in place of a picture's id. */
const NONE = 'none'

/** A picture that was sent is not sent again where its sender has to confirm who they are. */
async function chosenIn(visit: Visit, form: Form): Promise<string> {
  return form.has('sent') ? form.text('sent') : (await sendPicture(visit, form)).id
}

/** Shows the site by a picture, or by none; `read` tells which the form says. */
const setting =
  (use: PictureUse, read: (visit: Visit, form: Form) => Promise<string>): Writer =>
  async (visit, _params, form) => {
    let sent: string | undefined
    const set = async () => {
      sent = await read(visit, form)
      await confirmSelf(visit, form)
      await must(visit.api.PATCH('/api/v1/site', { body: { [use]: sent === NONE ? null : sent } }))
    }
    const { refusal } = await attempt(set())
    if (!refusal) return redirect('/administration/look?done=1')
    const problem = problemOf(refusal, visit, pictureFields)
    const isKept = problem.field === 'current_password'
    return showLookWith(visit, { use, problem, sent: isKept ? sent : undefined })
  }

export const changeSitePicture = (use: PictureUse): Writer => setting(use, chosenIn)
export const removeSitePicture = (use: PictureUse): Writer => setting(use, async () => NONE)
