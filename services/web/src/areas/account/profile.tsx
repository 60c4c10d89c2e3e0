import type { Schemas } from '@agora/client'
import type { Form } from '../../http/form.ts'
import type { Visit } from '../../http/visit.ts'
import { Content } from '../../view/content.tsx'
import { Input, type Problem, TextArea } from '../../view/fields.tsx'
import { Notice } from '../../view/parts.tsx'
import { PostForm } from '../../view/post-form.tsx'
import { hasTextLinks } from '../writing/text-links.ts'

/** In characters. */
const LONGEST = { about: 2_000, pronouns: 40, tagline: 120 }

/** What the form contains. */
export interface Said {
  about: string
  pronouns: string
  tagline: string
}

export const saidIn = (form: Form): Said => ({
  about: form.text('about'),
  pronouns: form.text('pronouns').trim(),
  tagline: form.text('tagline').trim(),
})

export const saidBy = ({ about, pronouns, tagline }: Schemas['ForumProfile']): Said => ({
  about: about?.marktwin ?? '',
  pronouns: pronouns ?? '',
  tagline: tagline ?? '',
})

interface ProfileProps {
  visit: Visit
  said: Said
  /** The text as it would be shown. */
  preview: string | undefined
  problem: Problem | undefined
}

/** What members say of themselves on their own page. */
export const OwnProfile = ({ visit, said, preview, problem }: ProfileProps) => {
  const { profiles, markup, compose } = visit.words
  return (
    <PostForm visit={visit} to="/account/profile" id="profile" heading={profiles.title} problem={problem}>
      <Input name="tagline" label={profiles.tagline} value={said.tagline} most={LONGEST.tagline} />
      <Input
        name="pronouns"
        label={profiles.pronouns}
        hint={profiles.pronounsHint}
        value={said.pronouns}
        most={LONGEST.pronouns}
      />
      <TextArea
        name="about"
        label={profiles.about}
        hint={<a href="/markup">{markup.title}</a>}
        value={said.about}
        rows={6}
        most={LONGEST.about}
      />
      {preview !== undefined && (
        <div class="preview">
          <h2>{compose.preview}</h2>
          {hasTextLinks(said.about, preview) && <Notice>{compose.linksAreText}</Notice>}
          <Content html={preview} />
        </div>
      )}
      <p class="choices">
        <button name="act" value="save">
          {compose.save}
        </button>
        <button name="act" value="preview" class="quiet">
          {compose.preview}
        </button>
        <a href={`/members/${visit.me?.id}`}>{visit.words.nav.profile}</a>
      </p>
    </PostForm>
  )
}
