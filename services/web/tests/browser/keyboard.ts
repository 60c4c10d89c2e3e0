import type { Locator, Page } from 'playwright-core'

/** More stops than any page has. */
const MAX_STOPS = 400

/** Numbers a page's focusable elements; radio buttons of one name share a number, since arrow keys move among them. */
const number = () => {
  const groups = new Map<string, number>()
  let last = 0
  for (const element of document.querySelectorAll<HTMLInputElement>(
    'a[href], button, input, select, textarea, summary',
  )) {
    if (element.disabled || element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true }))
      continue
    const group = element.type === 'radio' ? element.name : `${last + 1}`
    if (!groups.has(group)) groups.set(group, ++last)
    element.dataset.stop = String(groups.get(group))
  }
  return last
}

/** The focused element, and what is wrong with its focus indicator. */
const stop = () => {
  const element = document.activeElement as HTMLInputElement
  const label = element.outerHTML.slice(0, 120)
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const isSeen = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ].some(([x = 0, y = 0]) => {
    const found = document.elementFromPoint(x, y)
    const hits = [element, ...(element.labels ?? [])].some((part) => part.contains(found))
    return hits || found?.contains(element)
  })
  return {
    number: Number(element.dataset.stop ?? 0),
    isOut: element === document.body,
    faults: [
      ...(hasRing ? [] : [`no focus ring: ${label}`]),
      ...(isSeen ? [] : [`focus is covered: ${label}`]),
    ],
  }
}

/** Goes through the page with Tab alone: reports what cannot be reached, and what does not show its focus. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate(number)
  const reached = new Set<number>()
  const faults: string[] = []
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const { number, isOut, faults: found } = await page.evaluate(stop)
    if (isOut) break
    reached.add(number)
    faults.push(...found)
  }
  for (let missed = 1; missed <= count; missed++)
    if (!reached.has(missed)) {
      const element = page.locator(`[data-stop="${missed}"]`).first()
      faults.push(`not reached: ${await element.evaluate(({ outerHTML }) => outerHTML.slice(0, 120))}`)
    }
  return faults.map((fault) => `${page.url()}: ${fault}`)
}

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${wanted}`)
}
