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
      locale={thread.section.locale}
      written={blank()}
      send={visit.words.compose.sendAnswer}
      rows={6}
    />
  </section>
)
