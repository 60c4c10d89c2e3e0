import type { Schemas } from '@agora/client'
import { newId } from '@agora/shared/contracts/ids'
import type { Visit } from '../../http/visit.ts'
import { type Problem, TextArea } from '../../view/fields.tsx'
import { Action, MemberLink, Meta, Paging, Time } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import type { Judging } from './judging.ts'

/** What was entered in the page's forms, and why it was refused. */
export interface Written {
  note?: string
  /** The idempotency key of the note. */
  noteKey?: string
  judging?: Judging
  problem?: Problem
  noteProblem?: Problem
}

export const NOTES_PER_PAGE = 50
export interface NotesPage {
  current: number
  count: number
  items: readonly Schemas['ForumReportNote'][]
}

interface NotesProps {
  visit: Visit
  id: string
  notes: NotesPage
  written: Written
}

/** A script refreshes `data-live` elements when others have changed them. */
export const Notes = ({ visit, id, notes, written }: NotesProps) => (
  <section class="card" id="notes">
    <h2>{visit.words.queue.notes}</h2>
    <div id="noted" data-live={notes.count} aria-live="polite">
      {notes.items.length > 0 && (
        <ul class="notes">
          {notes.items.map(({ author, time, body }) => (
            <li>
              <Meta>
                <MemberLink user={author} />
                <Time visit={visit} time={time} />
              </Meta>
              <p class="pre" dir="auto">
                {body}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
    <Paging
      visit={visit}
      path={`/moderation/reports/${id}?`}
      count={notes.count}
      size={NOTES_PER_PAGE}
      current={notes.current}
    />
    <PostForm
      visit={visit}
      to={`/moderation/reports/${id}/notes`}
      class=""
      problem={written.noteProblem}
      isDraft
    >
      <input type="hidden" name="key" value={written.noteKey ?? newId()} />
      <TextArea
        name="note"
        label={visit.words.queue.addNote}
        hint={visit.words.queue.notesHint}
        value={written.note}
        rows={2}
        most={4_000}
        isRequired
      />
      <button class="quiet">{visit.words.queue.saveNote}</button>
    </PostForm>
  </section>
)

interface AssignmentProps {
  visit: Visit
  id: string
  assignment: Schemas['ForumAssignment']
}

/** Who works on the report. */
export function Assignment({ visit, id, assignment: { assignee } }: AssignmentProps) {
  const { words, me } = visit
  const to = `/moderation/reports/${id}/assignment`
  const isMine = assignee !== null && assignee.id === me?.id
  return (
    <section class="card" id="assignment" data-live={assignee?.id ?? ''} aria-live="polite">
      <h2>{words.queue.assignment}</h2>
      <p>{assignee ? <MemberLink user={assignee} /> : words.queue.nobody}</p>
      <div class="choices">
        {!isMine && (
          <Action visit={visit} to={to} fields={{ to: 'me' }}>
            {words.queue.take}
          </Action>
        )}
        {assignee && (
          <Action visit={visit} to={to} fields={{ to: 'nobody' }}>
            {words.queue.give}
          </Action>
        )}
      </div>
    </section>
  )
}
