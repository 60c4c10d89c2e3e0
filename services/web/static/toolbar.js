// The buttons above a text put marks around what is selected in it, or take them away.
import { edit, text } from './editing.js'

/** @typedef {import('./editing.js').Edit} Edit */

/**
 * Between two marks, or without them if they are there. Marks stand close to their words.
 *
 * @param {string} open
 * @param {string} [close]
 * @returns {Edit}
 */
function between(open, close = open) {
  const { value, selectionStart: start, selectionEnd: end } = text
  const selected = value.slice(start, end)
  const from = start + selected.length - selected.trimStart().length
  const words = selected.trim()
  const to = from + words.length
  const [outer, beyond] = [from - open.length, to + close.length]
  if (outer >= 0 && value.slice(outer, from) === open && value.slice(to, beyond) === close)
    return { from: outer, to: beyond, words, select: [outer, outer + words.length] }
  if (words.length >= open.length + close.length && words.startsWith(open) && words.endsWith(close)) {
    const bare = words.slice(open.length, -close.length)
    return { from, to, words: bare, select: [from, from + bare.length] }
  }
  const begin = from + open.length
  return { from, to, words: `${open}${words}${close}`, select: [begin, begin + words.length] }
}

/**
 * With a mark at the beginning of each line, or without it; an empty one between others has its own, if any.
 *
 * @param {string} mark
 * @param {string} [ofEmpty]
 * @returns {Edit}
 */
function eachLine(mark, ofEmpty = '') {
  const { value, selectionStart: start, selectionEnd: end } = text
  const from = value.lastIndexOf('\n', start - 1) + 1
  const rest = value.indexOf('\n', Math.max(start, end - 1))
  const to = rest === -1 ? value.length : rest
  const lines = value.slice(from, to).split('\n')
  const isMarked = lines.every((line) => line.startsWith(mark) || (ofEmpty !== '' && line === ofEmpty))
  const changed = lines.map((line) => {
    if (isMarked) return line.slice(mark.length)
    return line === '' && lines.length > 1 ? ofEmpty : `${mark}${line}`
  })
  const words = changed.join('\n')
  const last = from + words.length
  return { from, to, words, select: [start === end ? last : from, last] }
}

/** The longest run of backticks in what is selected: its own marks are longer. */
const backticks = (/** @type {string} */ words) =>
  Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length))

/** @returns {Edit} */
function code() {
  const { value, selectionStart: from, selectionEnd: to } = text
  const words = value.slice(from, to)
  const inWords = backticks(words)
  if (!words.includes('\n') && (inWords === 0 || /^`[^`]*`$/.test(words))) return between('`')
  const fence = '`'.repeat(Math.max(3, inWords + 1))
  const before = from === 0 || value[from - 1] === '\n' ? '' : '\n'
  const after = to === value.length || value[to] === '\n' ? '' : '\n'
  const open = `${before}${fence}\n`
  const begin = from + open.length
  const block = `${open}${words}\n${fence}${after}`
  return { from, to, words: block, select: [begin, begin + words.length] }
}

const ADDRESS = 'https://'

/** @returns {Edit} */
function link() {
  const { value, selectionStart: from, selectionEnd: to } = text
  const words = value.slice(from, to)
  if (/^https?:\/\/\S+$/.test(words)) return { from, to, words: `[](${words})`, select: [from + 1, from + 1] }
  const begin = from + words.length + '[]('.length
  const address = /** @type {[number, number]} */ ([begin, begin + ADDRESS.length])
  // Without words, these come first.
  const select = words === '' ? /** @type {[number, number]} */ ([from + 1, from + 1]) : address
  return { from, to, words: `[${words}](${ADDRESS})`, select }
}

/** What begins an icon: `completion.js` offers those that there are. @returns {Edit} */
function icon() {
  const { value, selectionStart: from, selectionEnd: to } = text
  const words = /(^|\s)$/.test(value.slice(0, from)) ? ':' : ' :'
  const end = from + words.length
  return { from, to, words, select: [end, end] }
}

/** @type {Record<string, () => Edit>} */
const acts = {
  strong: () => between('**'),
  emphasis: () => between('_'),
  spoiler: () => between('||'),
  quote: () => eachLine('> ', '>'),
  list: () => eachLine('- '),
  code,
  link,
  icon,
}

const toolbar = /** @type {HTMLElement} */ (document.querySelector('[data-toolbar]'))
const buttons = /** @type {HTMLButtonElement[]} */ ([...toolbar.querySelectorAll('button')])
const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** One stop of Tab; arrows lead on from it. */
const moves = { ArrowRight: 1, ArrowLeft: -1, Home: -buttons.length, End: buttons.length }
toolbar.addEventListener('keydown', (event) => {
  const move = moves[/** @type {keyof typeof moves} */ (event.key)]
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target))
  if (move === undefined || at === -1) return
  event.preventDefault()
  const last = buttons.length - 1
  const to = Math.abs(move) === 1 ? (at + move + buttons.length) % buttons.length : move < 0 ? 0 : last
  for (const [index, button] of buttons.entries()) button.tabIndex = index === to ? 0 : -1
  buttons[to]?.focus()
})

/** @param {string | undefined} mark */
function act(mark) {
  const make = acts[mark ?? '']
  if (make) edit(text, make())
  if (mark === 'icon') text.dispatchEvent(new Event('icons'))
}

for (const button of buttons) {
  if (isApple) button.title = button.title.replace('Ctrl+', '⌘')
  button.addEventListener('click', () => act(button.dataset.mark))
}
text.addEventListener('keydown', (event) => {
  const isOurs = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (!isOurs || event.altKey || event.shiftKey) return
  const button = buttons.find(({ dataset }) => dataset.key === event.key.toLowerCase())
  if (!button) return
  event.preventDefault()
  act(button.dataset.mark)
})
toolbar.hidden = false
