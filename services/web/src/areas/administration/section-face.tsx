import { Check, Input, type Problem, TextArea } from '../../view/fields.tsx'
import type { Words } from '../../words/words.ts'

/** What the picker of a section without a colour begins with. */
const FIRST_COLOUR = '#1d5fa8'

interface Props {
  words: Words
  written: { description: string; colour: string; locale: string }
  problem: Problem | undefined
}

/** How a section looks in lists. */
export const SectionFace = ({ words, written, problem }: Props) => (
  <>
    <TextArea
      name="description"
      label={words.sections.description}
      hint={words.sections.descriptionHint}
      value={written.description}
      rows={3}
      most={500}
      locale={written.locale === '' ? undefined : written.locale}
      problem={problem}
    />
    <Check name="has_colour" label={words.sections.hasColour} isChecked={written.colour !== ''} />
    <Input
      name="colour"
      type="color"
      label={words.sections.colour}
      value={written.colour === '' ? FIRST_COLOUR : written.colour}
      problem={problem}
    />
  </>
)
