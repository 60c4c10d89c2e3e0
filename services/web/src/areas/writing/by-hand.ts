import { ApiRefusal } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import type { Keeping, Params, Reader, Writer } from '../../http/pages.ts'
import { PictureForm } from '../../http/picture-form.ts'
import { editPost, showEdit } from './edit.tsx'
import { openThread, showNewThread } from './new-thread.tsx'
import { reply, showReply } from './reply.tsx'

/** The pages with an editor, by the address that its form is sent to. */
const editors: readonly [address: RegExp, write: Writer, read: Reader][] = [
  [/^\/sections\/(?<section>[^/]+)\/new$/, openThread, showNewThread],
  [/^\/threads\/(?<thread>[^/]+)\/reply$/, reply, showReply],
  [/^\/posts\/(?<post>[^/]+)\/edit$/, editPost, showEdit],
]

interface Editor {
  /** Where its form is sent to. */
  to: string
  write: Writer
  read: Reader
  params: Params
}

/** The editor that the form is of, if there is one at the address that it names. */
function editorOf(form: Form): Editor | undefined {
  const to = form.text('to')
  for (const [address, write, read] of editors) {
    const found = address.exec(to)
    if (found) return { to, write, read, params: { ...found.groups } }
  }
  return undefined
}

/** @throws ApiRefusal 404 if there is none */
function requireEditor(form: Form): Editor {
  const editor = editorOf(form)
  if (!editor) throw new ApiRefusal(404, 'not found')
  return editor
}

/** An editor's form that was sent with a picture: shows it again, with that in its text. */
export const addPicture: Writer = (visit, _params, form) => {
  if (!(form instanceof PictureForm)) throw new ApiRefusal(422, 'no picture')
  const { write, params } = requireEditor(form)
  return write(visit, params, form)
}

export const keptOfPicture: Keeping = {
  texts: ['title', 'body', 'comment'],
  shownBy: (visit, _params, kept) => {
    const { read, params } = requireEditor(visit.request.body as Form)
    return read(visit, params, kept)
  },
  leadsTo: (form) => editorOf(form)?.to ?? '/',
}
