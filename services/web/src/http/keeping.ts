import type { Form } from './form.ts'
import type { Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

/** The fields that a person writes a text into. */
export type TextName =
  | 'title'
  | 'body'
  | 'comment'
  | 'note'
  | 'answer'
  | 'reason_text'
  | 'internal_note'
  | 'description'
  | 'about'

/** What was written, by field. */
export type Texts = Readonly<Partial<Record<TextName, string>>>

/** The path parameters. */
export type Params = Record<string, string>

/** A page; `kept` are the texts to show in one of its forms, which could not be processed. */
export type Reader = (visit: Visit, params: Params, kept: Texts) => Promise<Outcome>

/** What is not lost of a form that could not be processed: these fields, shown in the form on this page. */
export interface Keeping {
  texts: readonly TextName[]
  shownBy: Reader
  /** Where its texts lead to later, if not to where it was sent. */
  leadsTo?: (form: Form) => string
}

export const textsIn = (form: Form, { texts }: Pick<Keeping, 'texts'>): Texts =>
  Object.fromEntries(texts.map((name) => [name, form.text(name)]).filter(([, text]) => text !== ''))
