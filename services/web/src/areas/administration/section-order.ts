import { must } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'
import { readSections } from '../../lists.ts'

/**
 * Moves a section among those beside it: up or down by one, or before another of them, or to their end where `before` is
 * empty.
 */
export const orderSections: Writer = async ({ api }, _params, form) => {
  const sections = await readSections(api)
  const key = form.text('section')
  const moved = sections.find((section) => section.key === key)
  if (moved) {
    const beside = sections.filter(({ parent }) => parent?.id === moved.parent?.id).map((one) => one.key)
    const keys = movedIn(beside, key, form)
    await must(api.PUT('/api/v1/forum/section_order', { body: { keys } }))
  }
  return redirect(`/administration/sections${moved ? `#section-${key}` : ''}`)
}

function movedIn(beside: readonly string[], key: string, form: Form): string[] {
  const others = beside.filter((one) => one !== key)
  return others.toSpliced(placeOf(beside, others, key, form), 0, key)
}

/** Where it goes among the others. */
function placeOf(beside: readonly string[], others: readonly string[], key: string, form: Form): number {
  const place = beside.indexOf(key)
  if (form.text('move') === 'up') return Math.max(0, place - 1)
  if (form.text('move') === 'down') return place + 1
  const before = others.indexOf(form.text('before'))
  return before < 0 ? others.length : before
}
