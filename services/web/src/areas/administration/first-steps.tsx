import type { Schemas } from '@agora/client'
import { must } from '../../api.ts'
import type { Visit } from '../../http/visit.ts'
import { isWritten } from '../../texts.ts'

/** What the shipped configuration calls a site that nobody has named. */
const UNNAMED = 'Agora'

const steps = [
  ['name', '/administration/look'],
  ['look', '/administration/look'],
  ['sections', '/administration/sections'],
  ['welcome', '/administration/texts'],
  ['rules', '/administration/texts'],
  ['legal', '/administration/texts'],
  ['power', '/administration/roles'],
  ['address', '/account#emails'],
  ['factor', '/account/factors'],
  ['apps', '/administration/apps'],
] as const
type Step = (typeof steps)[number][0]
type Facts = Record<Step, boolean>

/** Which steps of opening a community are taken: read from the state of the site, ticked off by nobody. */
export async function readFacts(visit: Visit, staff: Promise<Schemas['Staff']>): Promise<Facts> {
  const { api, me, look, siteName, apps } = visit
  const path = { user_id: me?.id ?? '' }
  const [{ items: holders }, latest, links, factors] = await Promise.all([
    staff,
    must(api.GET('/api/v1/forum/threads', { params: { query: { of: 'Latest', limit: 1 } } })),
    must(api.GET('/api/v1/users/{user_id}/user-links', { params: { path } })),
    must(api.GET('/api/v1/users/{user_id}/authenticators', { params: { path } })),
  ])
  return {
    name: siteName !== UNNAMED,
    look: look.stylesheet !== undefined || look.logo !== undefined,
    sections: latest.items.length > 0,
    welcome: isWritten(visit, 'welcome'),
    rules: isWritten(visit, 'rules'),
    legal: isWritten(visit, 'legal') && isWritten(visit, 'privacy'),
    power: holders.length > 1,
    address: links.some(({ type }) => type === 'Email'),
    factor: factors.items.length > 0,
    apps: apps.some(({ kind }) => kind === 'Game'),
  }
}

/** None once all are taken. */
export function FirstSteps({ visit, facts }: { visit: Visit; facts: Facts }) {
  const { overview: own } = visit.words.administration
  const done = steps.filter(([step]) => facts[step]).length
  if (done === steps.length) return null
  return (
    <section class="card">
      <h2>
        {own.steps} <span class="meta">{own.stepsDone(done, steps.length)}</span>
      </h2>
      <ol class="first-steps">
        {steps.map(([step, href]) => (
          <li class={facts[step] ? 'done' : undefined}>
            <a href={href}>{own.step[step]}</a> <span class="meta">{facts[step] ? own.done : own.open}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
