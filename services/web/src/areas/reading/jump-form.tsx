import type { Visit } from '../../http/visit.ts'

interface Props {
  visit: Visit
  thread: { id: string; posts: { count: number } }
}

/** Leads to a post of a long thread by its number, or by a date. */
export const JumpForm = ({ visit: { words }, thread: { id, posts } }: Props) => (
  <details class="jump">
    <summary>{words.finding.jump.title}</summary>
    <form method="get" action={`/threads/${id}/jump`} class="filter">
      <div class="field">
        <label for="jump-number">{words.finding.jump.number(posts.count)}</label>
        <input id="jump-number" type="number" name="number" min={1} max={posts.count} />
      </div>
      <div class="field">
        <label for="jump-date">{words.finding.jump.date}</label>
        <input id="jump-date" type="date" name="date" />
      </div>
      <button class="quiet">{words.finding.jump.go}</button>
    </form>
  </details>
)
