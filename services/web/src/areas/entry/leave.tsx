import type { Departure, DepartureQuestion } from '@agora/shared/contracts/internal-pages'
import { mustWithCookies } from '../../api.ts'
import { leaveTo, page, redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import { PostForm, SubmitOr } from '../../view/post-form.tsx'
import { entryForm } from './form.ts'

/** An application that a member goes back to, whether they sign out or not. */
interface Back extends DepartureQuestion {
  departure: Departure
}

/** Undefined where none is named, or it may not send anybody there. */
async function backOf({ internal }: Visit, field: (name: string) => string): Promise<Back | undefined> {
  const question = { client: field('client'), to: field('to') }
  if (question.client === '' || question.to === '') return undefined
  const departure = await internal.findDeparture(question)
  return departure && { ...question, departure }
}

const inQuery =
  ({ query }: Visit) =>
  (name: string) =>
    query.get(name) ?? ''

const signedOutBy = (back: Back | undefined): string =>
  back ? `/signed-out?${new URLSearchParams({ client: back.client, to: back.to })}` : '/signed-out'

const endSession = async ({ api }: Visit): Promise<string[]> =>
  (await mustWithCookies(api.DELETE('/api/v1/auth/self'))).cookies

export const leave: Writer = async (visit) => leaveTo('/signed-out', await endSession(visit))

/** Where a member decides whether to sign out here as well, when they did at an application. */
export const showSignOut: Reader = async (visit) => signOutPage(visit, await backOf(visit, inQuery(visit)))

export const signOut = entryForm({
  act: async (visit, form) => {
    const back = await backOf(visit, (name) => form.text(name))
    return leaveTo(signedOutBy(back), await endSession(visit))
  },
  show: async (visit, { form, problem }) =>
    signOutPage(visit, await backOf(visit, (name) => form.text(name)), problem),
})

function signOutPage(visit: Visit, back: Back | undefined, problem?: Problem) {
  const { me, words, siteName } = visit
  const { signOut: own } = words.entry
  if (!me) return redirect(signedOutBy(back))
  return page(
    own.title(siteName),
    <PostForm visit={visit} to="/sign-out" class="card narrow" data-leaving={me.id} problem={problem}>
      {back && <input type="hidden" name="client" value={back.client} />}
      {back && <input type="hidden" name="to" value={back.to} />}
      {own.asks(me.name, back?.departure.client.display_name)}
      {back && own.after(back.departure.destination)}
      <SubmitOr label={words.nav.signOut} to={back?.to ?? '/'} link={own.stay} />
    </PostForm>,
    { problem, isIndexed: false },
  )
}

/** Leads on to the application for which the member signed out; whoever is signed in, to the front page. */
export const showSignedOut: Reader = async (visit) => {
  if (visit.me) return redirect('/')
  const { entry } = visit.words
  const back = await backOf(visit, inQuery(visit))
  return page(
    entry.landing.signedOut,
    <div class="card narrow">
      <p>{entry.landing.signedOutText}</p>
      {back ? (
        entry.consent.goOn(back.to)
      ) : (
        <p>
          <a href="/sign-in">{entry.landing.signInAgain}</a>
        </p>
      )}
    </div>,
    { isIndexed: false, ...(back && { continueTo: back.to, headers: { 'cache-control': 'no-store' } }) },
  )
}

/** The page after signing in from a form that waits in another window. */
export const showSignedIn: Reader = async ({ words, me }) =>
  page(
    me ? words.returned.signedIn(me.name) : words.errors.signIn.title,
    <div class="card narrow">
      <p>{me ? words.returned.goBack : words.errors.signIn.text}</p>
    </div>,
    { isIndexed: false },
  )
