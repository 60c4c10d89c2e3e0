import { mustWithCookies } from '../../api.ts'
import { page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'

export const leave: Writer = async ({ api }) => {
  const { cookies } = await mustWithCookies(api.DELETE('/api/v1/auth/self'))
  return redirect('/signed-out', cookies)
}

export const showSignedOut: Reader = async ({ words: { entry } }) =>
  page(
    entry.landing.signedOut,
    <div class="card narrow">
      <p>{entry.landing.signedOutText}</p>
      <p>
        <a href="/sign-in">{entry.landing.signInAgain}</a>
      </p>
    </div>,
    { isIndexed: false },
  )

/** The page after signing in from a form that waits in another window. */
export const showSignedIn: Reader = async ({ words, me }) =>
  page(
    me ? words.held.signedIn(me.name) : words.errors.signIn.title,
    <div class="card narrow">
      <p>{me ? words.held.goBack : words.errors.signIn.text}</p>
    </div>,
    { isIndexed: false },
  )
