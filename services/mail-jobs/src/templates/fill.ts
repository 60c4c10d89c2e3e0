import { escapeLineStart } from '@agora/shared/markup/index'

/** Values by their names in templates: `{{name}}`. */
export type Variables = Readonly<Record<string, string>>

/** A template that uses an unknown variable, or puts something other than an address into a link. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

const placeholder = /(?<link>\]\()?\{\{(?<name>[a-z][a-z0-9_]*)\}\}/g
/** All characters with a meaning in the markup: escaped, each stands for itself. */
const marks = /[\\`*_~|[\]():@{}]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

function valueNamed(variables: Variables, name: string): string {
  if (!Object.hasOwn(variables, name)) throw new TemplateError(`the template names the unknown {{${name}}}`)
  return (variables[name] as string).replaceAll(controls, ' ').toWellFormed()
}

/** Parentheses would end a link's target. */
function addressOf(value: string, name: string): string {
  if (!URL.canParse(value)) throw new TemplateError(`{{${name}}} stands for a link and is no address`)
  return new URL(value).href.replaceAll('(', '%28').replaceAll(')', '%29')
}

const line = /^(?<quotes>[ \t]*(?:>[ \t]*)*)(?<text>.*)$/gm

/** Puts values into markup: as text that cannot become markup, or as a link's target. */
export function fillMarkup(source: string, variables: Variables): string {
  return source.replaceAll(line, (_match, quotes: string, text: string) => {
    const filled = fillText(text, variables)
    // A mark of a line that the template has is one, others are not.
    return quotes + (escapeLineStart(text) === text ? escapeLineStart(filled) : filled)
  })
}

function fillText(text: string, variables: Variables): string {
  return text.replaceAll(placeholder, (_match, link: string | undefined, name: string) => {
    const value = valueNamed(variables, name)
    return link === undefined ? value.replaceAll(marks, String.raw`\$&`) : `${link}${addressOf(value, name)}`
  })
}

/** Puts values into one line of plain text, such as a subject. */
export function fillLine(source: string, variables: Variables): string {
  const filled = source.replaceAll(
    placeholder,
    (_match, link: string | undefined, name: string) => `${link ?? ''}${valueNamed(variables, name)}`,
  )
  return filled.replaceAll(controls, ' ').trim()
}
