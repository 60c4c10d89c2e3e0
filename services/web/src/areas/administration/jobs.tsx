import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'
import { Meta, Rows, Time } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

export const showJobs: Reader = async (visit) => {
  const { jobs: own } = visit.words.administration
  const { items } = await must(visit.api.GET('/api/v1/job/jobs'))
  return administrationPage(
    visit,
    own.title,
    <Rows items={items} none={own.none}>
      {({ created_at, created_by, task }) => (
        <li class="row">
          <div class="row-main">
            <h2>{own.kinds[task.kind] ?? task.kind}</h2>
            <Meta>
              <Time visit={visit} time={created_at} />
              {created_by && (
                <>
                  {own.by}{' '}
                  <a href={`/administration/members/${created_by.id}`}>
                    <bdi>{created_by.display_name.current.value}</bdi>
                  </a>
                </>
              )}
            </Meta>
          </div>
          <div class="row-side">
            <Meta>
              {own.status[task.status]}
              {task.status !== 'Complete' && task.polled_at !== null && (
                <>
                  {own.polled} <Time visit={visit} time={task.polled_at} />
                </>
              )}
            </Meta>
          </div>
        </li>
      )}
    </Rows>,
  )
}
