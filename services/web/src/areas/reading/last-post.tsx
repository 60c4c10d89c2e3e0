import type { Schemas } from '@agora/client'
import type { Visit } from '../../http/visit.ts'
import { Author, Dots, Time } from '../../view/parts.tsx'

/** Who wrote last in a thread, and when; leads there. */
export const LastPost = ({ visit, last }: { visit: Visit; last: Schemas['ForumPostHead'] }) => (
  <div class="row-side">
    <p class="meta">
      <Dots>
        <Author visit={visit} author={last.author} />
        <a href={`/posts/${last.id}`} title={visit.words.section.lastPost}>
          <Time visit={visit} time={last.ctime} />
        </a>
      </Dots>
    </p>
  </div>
)
