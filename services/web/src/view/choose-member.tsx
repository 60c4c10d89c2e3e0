import { type ApiRefusal, must } from '../api.ts'
import type { Form } from '../http/form.ts'
import { attempt, problemOf } from '../http/refusals.ts'
import type { Visit } from '../http/visit.ts'
import { Input, type Problem } from './fields.tsx'
import { Avatar, MemberLink, nameOf, type ShortUser } from './parts.tsx'

/** How many members of one beginning of a name are offered. */
const MOST = 20

/** Whom a form names: by the name that others see, or the one they sign in with; chosen where several have it. */
export interface Naming {
  name: string
  /** Who it may be. */
  choices: readonly ShortUser[]
  /** Who was chosen, while the form asks for something else. */
  chosen?: string
}

export const unnamed: Naming = { name: '', choices: [] }

type Found = { id: string } | { naming: Naming; problem: Problem }

/** The member whom the form names, or what it has to ask. */
export async function memberIn(visit: Visit, form: Form): Promise<Found> {
  const { api, words } = visit
  const id = form.text('member')
  if (id !== '') return { id }
  const name = form.text('name').trim()
  const { value, refusal } = await attempt(
    must(api.GET('/api/v1/users', { params: { query: { name, limit: MOST } } })),
  )
  if (refusal) return { naming: { name, choices: [] }, problem: namingProblem(refusal, visit) }
  const { items } = value
  const [first, ...others] = items
  if (first && others.length === 0) return { id: first.id }
  const text = first ? words.choosing.which : words.choosing.nobody
  return { naming: { name, choices: items }, problem: { field: 'name', text, status: first ? 409 : 422 } }
}

/** The API's refusal of the naming, beside its field. */
export const namingProblem = (refusal: ApiRefusal, visit: Visit): Problem =>
  problemOf(refusal, visit, {
    name: 'name',
    'target grantee user not found': 'name',
    'invalid `name` query parameter': 'name',
  })

interface Props {
  visit: Visit
  naming: Naming
}

/** Asks for a member by name, and which of several it is. */
export const ChooseMember = ({ visit: { words }, naming }: Props) => (
  <>
    <Input
      name="name"
      label={words.choosing.name}
      hint={words.choosing.hint}
      value={naming.name}
      isRequired
      maxLength={64}
    />
    {naming.chosen && <input type="hidden" name="member" value={naming.chosen} />}
    {naming.choices.length > 0 && (
      <fieldset class="plain choosing">
        <legend>{words.choosing.who}</legend>
        {naming.choices.map((user) => (
          <p class="check">
            <input type="radio" id={`member-${user.id}`} name="member" value={user.id} />
            <label for={`member-${user.id}`} class="person">
              <Avatar id={user.id} name={nameOf(user)} size="small" />
              <MemberLink user={user} />
            </label>
          </p>
        ))}
      </fieldset>
    )}
  </>
)
