import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'
import { fresh } from '../../http/shared-answers.ts'
import { MemberLink } from '../../view/parts.tsx'
import { FirstSteps, readFacts } from './first-steps.tsx'
import { administrationPage } from './frame.tsx'
import { Numbers, readNumbers } from './numbers.tsx'
import { placesOf } from './places.ts'

/** How many of those who hold a role are named here; all are on the page of roles. */
const MAX_NAMED = 12

export const showAdministration: Reader = async (visit) => {
  const { api, words } = visit
  const { overview, title, operations, api: reference } = words.administration
  const staff = must(api.GET('/api/v1/users/staff', { params: { query: { closed: true } }, ...fresh }))
  const [numbers, { items: holders }, facts] = await Promise.all([
    readNumbers(visit),
    staff,
    readFacts(visit, staff),
  ])
  const places = [...placesOf(words), ['/operations', operations], ['/docs', reference]] as const
  return administrationPage(
    visit,
    title,
    <>
      <FirstSteps visit={visit} facts={facts} />
      <Numbers visit={visit} numbers={numbers} />
      <div class="beside">
        <ul class="rows">
          {places.map(([href, place]) => (
            <li class="row one">
              <div class="row-main">
                <h2>
                  <a href={href}>{place.title}</a>
                </h2>
                <p class="meta">{place.about}</p>
              </div>
            </li>
          ))}
        </ul>
        <aside>
          <section class="card">
            <h2>{overview.power}</h2>
            <ul class="people powers">
              {holders.slice(0, MAX_NAMED).map(({ user, roles }) => (
                <li>
                  <MemberLink user={user} />
                  <span class="meta">
                    {[
                      ...new Set(
                        roles.map(({ role }) => words.roles[role as keyof typeof words.roles] ?? role),
                      ),
                    ].join(', ')}
                  </span>
                </li>
              ))}
            </ul>
            <p>
              <a href="/administration/roles">{overview.powerAll}</a>
            </p>
          </section>
        </aside>
      </div>
    </>,
  )
}
