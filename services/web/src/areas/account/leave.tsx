import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'

export const leave: Writer = async ({ api }) => {
  const { response } = await api.DELETE('/api/v1/auth/self')
  return redirect('/signed-out', response.headers.getSetCookie())
}

/** The page after signing in from a form that waits in another window. */
export const showSignedIn: Reader = async ({ words, me }) =>
  page(
    me ? words.held.signedIn(me.name) : words.errors.signIn.title,
    <div class="card narrow">
      <p>{me ? words.held.goBack : words.errors.signIn.text}</p>
    </div>,
    { isIndexed: false },
  )
