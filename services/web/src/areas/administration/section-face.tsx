import type { Visit } from '../../http/visit.ts'
import { Check, Input, type Problem, TextArea } from '../../view/fields.tsx'
import { PictureForm } from '../../view/picture-form.tsx'
import { Picture } from '../../view/section.tsx'
import type { Words } from '../../words/words.ts'
import type { Section } from './sections.tsx'

/** What the picker of a section without a colour begins with. */
const FIRST_COLOUR = '#1d5fa8'

interface Props {
  words: Words
  written: { description: string; colour: string; locale: string }
}

/** How a section looks in lists. */
export const SectionFace = ({ words, written }: Props) => (
  <>
    <TextArea
      name="description"
      label={words.sections.description}
      hint={words.sections.descriptionHint}
      value={written.description}
      rows={3}
      most={500}
      locale={written.locale === '' ? undefined : written.locale}
    />
    <Check name="has_colour" label={words.sections.hasColour} isChecked={written.colour !== ''} />
    <Input
      name="colour"
      type="color"
      label={words.sections.colour}
      value={written.colour === '' ? FIRST_COLOUR : written.colour}
    />
  </>
)

interface PictureProps {
  visit: Visit
  section: Section
  problem: Problem | undefined
}

/** The picture that a section is shown by, in a form of its own. */
export const SectionPicture = ({ visit, section: { key, picture, colour }, problem }: PictureProps) => {
  const { sections: words } = visit.words
  return (
    <PictureForm
      visit={visit}
      id="section-picture"
      isNarrow
      title={words.picture}
      current={<Picture picture={picture} colour={colour} />}
      hint={words.pictureHint}
      to={`/pictures/sections/${key}`}
      removal={picture && `/administration/sections/${key}/picture/remove`}
      words={{ show: words.showPicture, remove: words.removePicture }}
      problem={problem}
    />
  )
}
