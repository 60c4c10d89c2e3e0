import { ApiRefusal } from '../../api.ts'
import { withNext } from '../../http/next.ts'
import { type Page, page, redirect } from '../../http/outcome.ts'
import type { MountPages, Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'

/** A live view of the services. Its script reads their numbers, which the API tells administrators alone. */
export function operatorPages(runbooksUrl: string): MountPages {
  const view = (visit: Visit, more: Partial<Page> = {}) =>
    page(visit.words.operations.title, <View visit={visit} runbooksUrl={runbooksUrl} />, {
      scripts: ['operations.js'],
      stylesheet: 'operations.css',
      isIndexed: false,
      ...more,
    })
  const forAdministrators: Reader = async (visit) => {
    const { me } = visit
    if (!me) return redirect(withNext('/sign-in', '/operations'))
    if (!me.isAdministrator) throw new ApiRefusal(403, 'forbidden')
    return view(visit)
  }
  return (pages) => {
    pages.get('/operations', forAdministrators)
    // The gateway shows this one on the operators' own port, where there are no sessions and no other pages.
    pages.get('/internal/operations', async (visit) => view(visit, { isAlone: true }))
  }
}

function View({ visit, runbooksUrl }: { visit: Visit; runbooksUrl: string }) {
  const { live, ...words } = visit.words.operations
  return (
    <div id="operations" data-words={JSON.stringify(live)}>
      <div class="choices">
        <button id="live" aria-pressed="true" hidden>
          {words.follow}
        </button>
        <p id="updated"></p>
      </div>
      <p id="news" role="status">
        {words.asking}
      </p>
      <noscript>
        <p>{words.needsScripts}</p>
      </noscript>
      <h2>{words.alerts}</h2>
      <ul id="alerts"></ul>
      <p>
        <a href={runbooksUrl}>{words.runbooks}</a>
      </p>
      <p id="backup"></p>
      <nav aria-label={words.services}>
        <ul id="overview"></ul>
      </nav>
      <div id="services"></div>
    </div>
  )
}
