import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { attempt, problemOf } from '../../http/refusals.ts'
import type { Visit } from '../../http/visit.ts'
import { readGroups } from '../../lists.ts'
import { Input, type Problem } from '../../view/fields.tsx'
import { Rows } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { administrationPage } from './frame.tsx'

export const listed = '/administration/groups'
const key = /^[_a-z][_a-z0-9]{0,31}$/

interface Written {
  key: string
  name: string
  problem?: Problem
}

export const showGroups: Reader = (visit) => groupsPage(visit, { key: '', name: '' })

export const createGroup: Writer = async (visit, _params, form) => {
  const { api, words } = visit
  const written = { key: form.text('key').trim(), name: form.text('group_name').trim() }
  const refuse = (problem: Problem) => groupsPage(visit, { ...written, problem })
  if (!key.test(written.key)) return refuse({ field: 'key', text: words.fieldProblems.key, status: 422 })
  const known = (await readGroups(api)).find((group) => group.key === written.key)
  if (known && known.display_name !== written.name)
    return refuse({ field: 'key', text: words.administration.groups.taken, status: 409 })
  const { refusal } = await attempt(putGroup(visit, written.key, written.name))
  return refusal
    ? refuse(problemOf(refusal, visit, { display_name: 'group_name' }))
    : redirect(`${listed}/${written.key}`)
}

export const putGroup = ({ api }: Visit, key: string, name: string) =>
  must(api.PUT('/api/v1/forum/groups/{key}', { params: { path: { key } }, body: { display_name: name } }))

async function groupsPage(visit: Visit, { key, name, problem }: Written) {
  const { words } = visit
  const { groups: own } = words.administration
  const groups = await readGroups(visit.api)
  return administrationPage(
    visit,
    own.title,
    <>
      <p>{own.means}</p>
      <Rows items={groups} none={own.none}>
        {(group) => (
          <li class="row">
            <div class="row-main">
              <h2>
                <a href={`${listed}/${group.key}`}>
                  <bdi>{group.display_name}</bdi>
                </a>
              </h2>
              <p class="meta">
                <code>{group.key}</code>
              </p>
            </div>
            <p class="row-side meta">{own.members(group.members.count)}</p>
          </li>
        )}
      </Rows>
      <PostForm visit={visit} to={listed} class="card narrow" heading={own.add} problem={problem}>
        <Input
          name="key"
          label={words.administration.sections.key}
          hint={own.keyHint}
          value={key}
          isRequired
          maxLength={32}
          pattern="[_a-z][_a-z0-9]*"
        />
        <Input
          name="group_name"
          label={words.administration.sections.name}
          value={name}
          isRequired
          maxLength={128}
        />
        <p class="choices">
          <button>{own.add}</button>
        </p>
      </PostForm>
    </>,
    { problem },
  )
}
