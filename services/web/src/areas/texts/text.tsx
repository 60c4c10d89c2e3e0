import { ApiRefusal } from '../../api.ts'
import { page } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import { allTextKeys, readText } from '../../texts.ts'
import { Content } from '../../view/content.tsx'
import { Time } from '../../view/parts.tsx'

export const showText: Reader = async (visit, { text = '' }) => {
  const { words, me } = visit
  const key = allTextKeys.find((one) => one === text)
  if (!key) throw new ApiRefusal(404, 'text not found')
  const written = await readText(visit, key)
  return page(
    words.texts.titles[key],
    <>
      <Content html={written.html} locale={written.locale} />
      <p class="meta">
        {words.texts.changed} <Time visit={visit} time={written.time} />
        {me?.isAdministrator && (
          <>
            {' · '}
            <a href={`/administration/texts/${key}/${written.locale}`}>{words.texts.change}</a>
          </>
        )}
      </p>
    </>,
    { crumbs: [{ href: '/', name: words.nav.home }], canonical: `/about/${key}`, mayBeKept: true },
  )
}
