import type { Form } from '../http/form.ts'

/** Forms that are open during an upgrade are sent to the next release. */
const PREFIX = 'shown.'

/** What the form showed when it was opened, by the fields' names; a box that is not checked is ''. */
export type FormValues = Readonly<Record<string, string>>

export const checked = (isChecked: boolean): string => (isChecked ? 'on' : '')

/** Sends along what the form showed, so that saving it undoes nothing that others have changed since. */
export const OriginalValues = ({ values }: { values: FormValues }) => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input type="hidden" name={`${PREFIX}${name}`} value={value} />
    ))}
  </>
)

/** For a form that is shown again: it still is about what it showed at first. */
export const originalsIn = (form: Form): FormValues =>
  Object.fromEntries(
    form
      .names()
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => [name.slice(PREFIX.length), form.text(name)]),
  )

/** What the form says that the field showed. */
export const originalOf = (form: Form, field: string): string => form.text(`${PREFIX}${field}`)

/** Whether the sender changed this field; one that the form does not say it showed counts as changed. */
export const isChanged = (form: Form, field: string): boolean =>
  !form.has(`${PREFIX}${field}`) || form.text(field) !== originalOf(form, field)
