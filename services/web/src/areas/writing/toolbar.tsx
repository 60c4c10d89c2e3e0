import type { Visit } from '../../http/visit.ts'

type Mark = keyof Visit['words']['composer']['marks']

/** What a button draws, in a square of 20. */
const drawings: Record<Mark, string> = {
  strong: 'M6 4h5a3 3 0 0 1 0 6H6zm0 6h6a3 3 0 0 1 0 6H6z',
  emphasis: 'M9 4h6M5 16h6M12 4 8 16',
  list: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  quote: 'M4 5v10M8 6h9M8 10h9M8 14h6',
  code: 'm7 6-4 4 4 4m6-8 4 4-4 4',
  link: 'M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2',
  spoiler: 'M3 10s3-5 7-5 7 5 7 5-3 5-7 5-7-5-7-5zM4 16 16 4',
  icon: 'M10 3a7 7 0 1 0 .01 0zM7 12a4 4 0 0 0 6 0M7.5 8h.01M12.5 8h.01',
  picture: 'M3 4h14v12H3zm0 10 4-4 3 3 3-4 4 5M7 7.5h.01',
}
const keys: Partial<Record<Mark, string>> = { strong: 'B', emphasis: 'I', link: 'K' }

/** Above the text of a post, for whom scripts run: `toolbar.js` shows it and does what it says. */
export const Toolbar = ({ visit: { words } }: { visit: Visit }) => {
  const { tools, marks, shortcut } = words.composer
  return (
    <div class="toolbar" role="toolbar" aria-label={tools} aria-controls="body" hidden data-toolbar>
      {(Object.entries(drawings) as [Mark, string][]).map(([mark, drawing], index) => {
        const key = keys[mark]
        return (
          <button
            type="button"
            class="quiet"
            data-mark={mark}
            data-key={key?.toLowerCase()}
            aria-label={marks[mark]}
            aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
            title={key ? shortcut(marks[mark], key) : marks[mark]}
            tabindex={index === 0 ? undefined : -1}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d={drawing} />
            </svg>
          </button>
        )
      })}
    </div>
  )
}
