import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Reader, Writer } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import { Action, Done, Meta, Paging, Rows, Time } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

const PER_PAGE = 25
const listed = '/administration/deliveries'

export const showDeliveries: Reader = async (visit) => {
  const { api, words, query } = visit
  const { deliveries: own } = words.administration
  const current = pageNumber(query)
  const dead = await must(
    api.GET('/api/v1/apps/deliveries/dead-letters', {
      params: { query: { offset: (current - 1) * PER_PAGE, limit: PER_PAGE } },
    }),
  )
  return administrationPage(
    visit,
    own.title,
    <>
      {query.has('sent') && <Done>{own.underWay}</Done>}
      <Rows items={dead.items} none={own.none}>
        {(delivery) => <DeliveryRow visit={visit} delivery={delivery} />}
      </Rows>
      <Paging visit={visit} path={listed} count={dead.count} size={PER_PAGE} current={current} />
    </>,
  )
}

function DeliveryRow({ visit, delivery }: { visit: Visit; delivery: Schemas['Delivery'] }) {
  const { words } = visit
  const { deliveries: own } = words.administration
  const { id, app, channel, event, attempts, last_failure, settled_at } = delivery
  return (
    <li class="row">
      <div class="row-main">
        <h2>
          <a href={`/administration/apps/${app.id}`}>
            {app.key ?? app.id} / {channel.key}
          </a>
        </h2>
        <Meta>
          <code>{event.type}</code>
          {own.attempts(attempts)}
          {settled_at !== null && <Time visit={visit} time={settled_at} />}
        </Meta>
        {last_failure !== null && <p class="said">{last_failure}</p>}
      </div>
      <div class="row-side">
        <Action visit={visit} to={`${listed}/${id}/send`}>
          {own.send}
        </Action>
      </div>
    </li>
  )
}

export const sendDelivery: Writer = async ({ api }, { delivery = '' }) => {
  const replay = must(
    api.POST('/api/v1/apps/deliveries/{delivery_id}/replay', { params: { path: { delivery_id: delivery } } }),
  )
  try {
    await replay
  } catch (error) {
    // Already being sent: the form was sent twice, or by somebody else too.
    if (!(error instanceof ApiRefusal && error.status === 409)) throw error
  }
  return redirect(`${listed}?sent=1`)
}
