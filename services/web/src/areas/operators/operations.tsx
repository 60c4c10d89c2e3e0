import { ApiRefusal } from '../../api.ts'
import { withNext } from '../../http/next.ts'
import { type Page, page, redirect } from '../../http/outcome.ts'
import type { Area, Reader } from '../../http/pages.ts'

/** A live view of the services. Its script reads their numbers, which the API tells administrators alone. */
export function operatorPages(runbooksUrl: string): Area {
  const view = (more: Partial<Page>) =>
    page('Operations', <View runbooksUrl={runbooksUrl} />, {
      scripts: ['operations.js'],
      stylesheet: 'operations.css',
      isIndexed: false,
      ...more,
    })
  const forAdministrators: Reader = async ({ me }) => {
    if (!me) return redirect(withNext('/sign-in', '/operations'))
    if (!me.isAdministrator) throw new ApiRefusal(403, 'forbidden')
    return view({})
  }
  return (pages) => {
    pages.get('/operations', forAdministrators)
    // The gateway shows this one on the operators' own port, where there are no sessions and no other pages.
    pages.get('/internal/operations', async () => view({ isAlone: true }))
  }
}

const View = ({ runbooksUrl }: { runbooksUrl: string }) => (
  <div lang="en">
    <div class="choices">
      <button id="live" aria-pressed="true" hidden>
        Live
      </button>
      <p id="updated"></p>
    </div>
    <p id="news" role="status">
      Asking the services …
    </p>
    <noscript>
      <p>This page needs JavaScript to draw its charts.</p>
    </noscript>
    <h2>Alerts</h2>
    <ul id="alerts"></ul>
    <p>
      <a href={runbooksUrl}>All runbooks</a>
    </p>
    <p id="backup"></p>
    <nav aria-label="Services">
      <ul id="overview"></ul>
    </nav>
    <div id="services"></div>
  </div>
)
