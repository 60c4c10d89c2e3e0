import type { Schemas } from '@agora/client'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { readSections } from '../../lists.ts'
import { Empty, Meta, SectionName } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { Colour } from '../../view/section.tsx'
import { administrationPage } from './frame.tsx'

const listed = '/administration/sections'

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
      <>
        <p>{words.sections.arrange}</p>
        <ul class="rows" data-order={`${listed}/order`} data-token={visit.forms.token()}>
          {asTree(sections).map(({ section, depth }) => (
            <SectionRow visit={visit} section={section} depth={depth} />
          ))}
        </ul>
      </>
    ),
    {
      aside: (
        <a class="button" href="/administration/sections/new">
          {own.add}
        </a>
      ),
      scripts: ['order.js'],
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
    <li
      id={`section-${key}`}
      class={`row depth-${Math.min(depth, DEEPEST)}`}
      data-key={key}
      data-below={section.parent?.id ?? ''}
    >
      <div class="row-main">
        <h2>
          <a href={`/administration/sections/${key}`}>
            <Colour colour={section.colour} />
            <SectionName section={section} />
          </a>
        </h2>
        <Meta>
          <code>{key}</code>
          {locale}
          {section.is_archived && <span class="badge">{words.sections.archived}</span>}
        </Meta>
      </div>
      <div class="row-side">
        <Meta>
          {words.threads(threads.count)}
          <a href={`/sections/${key}/roles`}>{words.roleGrants.title}</a>
          <a href={`/sections/${key}`}>{own.open}</a>
        </Meta>
        <PostForm visit={visit} to={`${listed}/order`} class="arranging">
          <input type="hidden" name="section" value={key} />
          {(['up', 'down'] as const).map((move) => (
            <button
              class="quiet"
              name="move"
              value={move}
              aria-label={words.sections[move](section.display_name)}
            >
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d={move === 'up' ? 'M8 14V3M3 8l5-5 5 5' : 'M8 2v11M3 8l5 5 5-5'} />
              </svg>
            </button>
          ))}
        </PostForm>
      </div>
    </li>
  )
}
