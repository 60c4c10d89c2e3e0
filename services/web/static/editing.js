// Changes to a text as if they were typed.

/** @typedef {{ from: number, to: number, words: string, select?: [from: number, to: number] }} Edit */

/**
 * Makes an edit that the browser can undo and that scripts are told of; without `select` the caret and the focus stay where
 * they were.
 *
 * @param {HTMLTextAreaElement} text
 * @param {Edit} edit
 */
export function edit(text, { from, to, words, select }) {
  const { selectionStart, selectionEnd } = text
  const focused = document.activeElement
  const grown = words.length - (to - from)
  const moved = (/** @type {number} */ at) => (at <= from ? at : at < to ? from : at + grown)
  const [start, end] = select ?? [moved(selectionStart), moved(selectionEnd)]
  text.focus()
  text.setSelectionRange(from, to)
  // There is no other way to type that can be undone. The browser may not know it any more.
  if (!document.execCommand(words === '' ? 'delete' : 'insertText', false, words)) {
    text.setRangeText(words)
    text.dispatchEvent(new Event('input', { bubbles: true }))
  }
  text.setSelectionRange(start, end)
  if (!select && focused instanceof HTMLElement) focused.focus()
}

/** The text that is written on this page. */
export const text = /** @type {HTMLTextAreaElement} */ (document.querySelector('form.composer textarea'))
