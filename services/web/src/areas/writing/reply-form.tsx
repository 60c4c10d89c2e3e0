import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { blank, Composer } from './composer.tsx'

/** At the end of a thread. */
export const ReplyForm = ({ visit, thread }: { visit: Visit; thread: Schemas['ForumThread'] }) => (
  <section class="answer" aria-labelledby="answer-heading">
    <h2 id="answer-heading">{visit.words.compose.answer}</h2>
    <Composer
      visit={visit}
      action={`/threads/${thread.id}/reply`}
      written={blank()}
      section={thread.section.id}
      send={visit.words.compose.sendAnswer}
      rows={6}
    />
  </section>
)
