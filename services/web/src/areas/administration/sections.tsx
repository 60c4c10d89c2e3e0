import type { Schemas } from '@agora/client'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { Dots, Empty, SectionName } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

export type Section = Schemas['ForumSection']

interface Placed {
  section: Section
  depth: number
}

/** Each section below its parent, in order. */
function asTree(sections: readonly Section[], parent?: string, depth = 0): Placed[] {
  return sections
    .filter((section) => section.parent?.id === parent)
    .flatMap((section) => [{ section, depth }, ...asTree(sections, section.id, depth + 1)])
}

export const showSections: Reader = async (visit) => {
  const { words } = visit
  const { sections: own } = words.administration
  const sections = await readSections(visit.api)
  return administrationPage(
    visit,
    own.title,
    sections.length === 0 ? (
      <Empty>{own.none}</Empty>
    ) : (
      <ul class="rows">
        {asTree(sections).map(({ section, depth }) => (
          <SectionRow visit={visit} section={section} depth={depth} />
        ))}
      </ul>
    ),
    {
      aside: (
        <a class="button" href="/administration/sections/new">
          {own.add}
        </a>
      ),
    },
  )
}

/** Deeper levels get no further indentation, so that rows keep their width. */
const DEEPEST = 3

function SectionRow({ visit, section, depth }: Placed & { visit: Visit }) {
  const { words } = visit
  const { sections: own } = words.administration
  const { key, locale, threads } = section
  return (
    <li class={`row depth-${Math.min(depth, DEEPEST)}`}>
      <div class="row-main">
        <h2>
          <a href={`/administration/sections/${key}`}>
            <SectionName section={section} />
          </a>
        </h2>
        <p class="meta">
          <Dots>
            <code>{key}</code>
            {locale}
          </Dots>
        </p>
      </div>
      <div class="row-side">
        <p class="meta">
          <Dots>
            {words.threads(threads.count)}
            <a href={`/sections/${key}/roles`}>{words.roleGrants.title}</a>
            <a href={`/sections/${key}`}>{own.open}</a>
          </Dots>
        </p>
      </div>
    </li>
  )
}
