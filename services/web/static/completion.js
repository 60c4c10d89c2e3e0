// After an @ or a : the text offers members and icons, chosen by arrows and Enter or by pointing.
import { choicesFor } from './choices.js'
import { edit, text } from './editing.js'

/** @typedef {import('./choices.js').Choice} Choice */

/** What is being typed at the caret: a name of one or two words, or the beginning of an icon's key. */
const begun = /(?<=^|[\s([{>])(?:(@)([^\s@{}]{0,32}(?: [^\s@{}]{1,32})?)|(:)(\w{0,32}))$/
/** Between two keys nobody is asked, in milliseconds. */
const PAUSE_MS = 120

const form = /** @type {HTMLFormElement} */ (text.form)
const list = document.createElement('ul')
Object.assign(list, { id: 'completions', role: 'listbox', hidden: true, ariaLabel: form.dataset.completions })
/** Around the text: the list is placed in it. */
const field = /** @type {HTMLElement} */ (text.parentElement)
field.classList.add('completing')
text.after(list)
/** A text of several lines is no `combobox` by ARIA; it says the same of its list. */
const opened = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': list.id }

/** @type {Choice[]} */
let choices = []
/** The chosen one; none where nothing was typed yet, since Enter is a line end there. */
let at = -1
let from = 0
/** What was typed when the list was asked for, or dismissed. */
let asked = ''
/** Whether the icons are to be shown of which nothing is typed: a colon alone asks for none. */
let wantsIcons = false
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause

/** @returns {{ sign: string, typed: string, from: number } | undefined} */
function typedNow() {
  const { value, selectionStart, selectionEnd } = text
  const match = selectionStart === selectionEnd ? begun.exec(value.slice(0, selectionStart)) : null
  if (!match) return undefined
  const [all, member, name, , key] = match
  if (key === '' && !wantsIcons) return undefined
  return { sign: member ?? ':', typed: name ?? key ?? '', from: selectionStart - all.length }
}

function close() {
  list.hidden = true
  wantsIcons = false
  choices = []
  for (const name of [...Object.keys(opened), 'aria-activedescendant']) text.removeAttribute(name)
}

/** @param {number} index */
function choose(index) {
  at = index
  for (const [number, option] of [...list.children].entries())
    option.setAttribute('aria-selected', String(number === index))
  const option = list.children[index]
  if (!option) return text.removeAttribute('aria-activedescendant')
  text.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

/** @param {Choice | undefined} choice */
function take(choice) {
  const now = typedNow()
  close()
  if (!choice || !now) return
  const end = now.from + choice.words.length
  edit(text, { from: now.from, to: text.selectionStart, words: choice.words, select: [end, end] })
}

/** Below the line of the caret: a copy of the text, cut there, says where that is. */
function placeList() {
  const copy = document.createElement('div')
  const style = getComputedStyle(text)
  for (const name of ['font', 'padding', 'border', 'line-height', 'letter-spacing', 'direction'])
    copy.style.setProperty(name, style.getPropertyValue(name))
  copy.className = 'completing-copy'
  copy.style.width = `${text.offsetWidth}px`
  copy.textContent = text.value.slice(0, from)
  const caret = document.createElement('span')
  caret.textContent = '@'
  copy.append(caret)
  field.append(copy)
  const { offsetTop, offsetLeft, offsetHeight } = caret
  copy.remove()
  const left = Math.max(0, Math.min(offsetLeft, text.offsetWidth - list.offsetWidth))
  const top = Math.min(offsetTop + offsetHeight - text.scrollTop, text.offsetHeight)
  list.style.left = `${text.offsetLeft + left}px`
  list.style.top = `${text.offsetTop + top}px`
}

/** @param {string} typed */
function open(typed) {
  list.replaceChildren(
    ...choices.map((choice, index) => {
      const option = document.createElement('li')
      Object.assign(option, { id: `completion-${index}`, role: 'option' })
      const name = Object.assign(document.createElement('bdi'), { textContent: choice.label })
      const mark = Object.assign(document.createElement('span'), {
        className: 'mark',
        textContent: choice.mark,
      })
      option.append(name, ...(choice.mark ? [mark] : []))
      // The text keeps the focus.
      option.addEventListener('mousedown', (event) => event.preventDefault())
      option.addEventListener('click', () => take(choice))
      return option
    }),
  )
  list.hidden = false
  for (const [name, value] of Object.entries(opened)) text.setAttribute(name, value)
  placeList()
  choose(typed === '' ? -1 : 0)
}

async function offer() {
  const now = typedNow()
  const key = now ? `${now.from} ${now.sign}${now.typed}` : ''
  if (!now) {
    asked = ''
    return close()
  }
  if (key === asked) return
  asked = key
  const offered = await choicesFor(now.sign, now.typed)
  // Somebody who types on, or has gone elsewhere, has asked for something else.
  if (asked !== key || document.activeElement !== text) return
  if (offered.length === 0) return close()
  choices = offered
  from = now.from
  open(now.typed)
}

text.addEventListener('input', (event) => {
  clearTimeout(pause)
  if (/** @type {InputEvent} */ (event).isComposing) return
  pause = setTimeout(offer, PAUSE_MS)
})
text.addEventListener('compositionend', () => offer())
text.addEventListener('icons', () => {
  wantsIcons = true
  offer()
})
text.addEventListener('blur', close)
text.addEventListener('scroll', close)
text.addEventListener('keydown', (event) => {
  if (list.hidden || event.isComposing) return
  const { length } = choices
  if (event.key === 'ArrowDown') choose((at + 1) % length)
  else if (event.key === 'ArrowUp') choose(at <= 0 ? length - 1 : at - 1)
  else if ((event.key === 'Enter' || event.key === 'Tab') && at >= 0) take(choices[at])
  else if (event.key === 'Escape') close()
  else {
    // The caret goes elsewhere.
    if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') close()
    return
  }
  event.preventDefault()
})
