import { ApiRefusal, must } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { pageNumber } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { Empty, Paging } from '../../view/parts.tsx'
import { SanctionList } from '../../view/sanction-list.tsx'

const PER_PAGE = 25

/** What moderators have said to the member, and where they may not write. */
export const showOwnSanctions: Reader = async (visit) => {
  const { api, me, words, query } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const current = pageNumber(query)
  const range = { offset: (current - 1) * PER_PAGE, limit: PER_PAGE }
  const [sanctions, sections] = await Promise.all([
    must(api.GET('/api/v1/forum/self/sanctions', { params: { query: range } })),
    readSections(api),
  ])
  return page(
    words.sanctions.own,
    <>
      {sanctions.items.length === 0 ? (
        <Empty>{words.sanctions.noneOwn}</Empty>
      ) : (
        <SanctionList visit={visit} sanctions={sanctions.items} sections={sections} />
      )}
      <Paging visit={visit} path="/sanctions" count={sanctions.count} size={PER_PAGE} current={current} />
    </>,
    { crumbs: [{ href: '/', name: words.nav.home }], isIndexed: false },
  )
}
