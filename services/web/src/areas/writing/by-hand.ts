import { ApiRefusal } from '../../api.ts'
import { Form } from '../../http/form.ts'
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

/** The editor that the form is of. */
function editorOf(form: unknown): { write: Writer; read: Reader; params: Params } {
  const to = form instanceof Form ? form.text('to') : ''
  for (const [address, write, read] of editors) {
    const found = address.exec(to)
    if (found) return { write, read, params: { ...found.groups } }
  }
  throw new ApiRefusal(404, 'not found')
}

const isEditor = (to: string): boolean => editors.some(([address]) => address.test(to))

/** An editor's form that was sent with a picture: shows it again, with that in its text. */
export const addPicture: Writer = (visit, _params, form) => {
  if (!(form instanceof PictureForm)) throw new ApiRefusal(422, 'no picture')
  const { write, params } = editorOf(form)
  return write(visit, params, form)
}

export const keptOfPicture: Keeping = {
  texts: ['title', 'body', 'comment'],
  shownBy: (visit, _params, kept) => {
    const { read, params } = editorOf(visit.request.body)
    return read(visit, params, kept)
  },
  leadsTo: (form) => (isEditor(form.text('to')) ? form.text('to') : '/'),
}
