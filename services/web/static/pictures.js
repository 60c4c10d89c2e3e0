// Pictures that are chosen, dropped or pasted are sent at once, and stand in the text as soon as they are there.
import { edit, text } from './editing.js'

/** As much as the API takes, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024
const LONGEST_NAME = 100
/** Progress is told so often, in percent: each time is read aloud. */
const STEP = 25

/** @typedef {{ id: string, thumbnail_uri: string }} Media */

const place = /** @type {HTMLElement} */ (document.querySelector('[data-pictures]'))
const words = JSON.parse(place.dataset.pictures ?? '{}')
const chooser = /** @type {HTMLInputElement} */ (place.querySelector('input'))
const status = /** @type {HTMLElement} */ (place.querySelector('[role=status]'))
const list = /** @type {HTMLElement} */ (place.querySelector('ul'))
const types = chooser.accept.split(',')
/** Those that are on their way, one after the other. */
let sending = Promise.resolve()
let waiting = 0

/**
 * @param {string} sentence
 * @param {Record<string, string | number>} [values]
 * @returns {undefined}
 */
function say(sentence, values = {}) {
  status.textContent = sentence.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))
}

/**
 * @param {File} file
 * @returns {Promise<Media | undefined>} undefined if it was refused, which has been said
 */
async function send(file) {
  /**
   * @param {number} code
   * @returns {undefined}
   */
  const refuse = (code) => say(words.refused[code] ?? words.refused.other, { name: file.name })
  if (!types.includes(file.type)) return refuse(415)
  if (file.size > MAX_BYTES) return refuse(413)
  const request = new XMLHttpRequest()
  const told = (/** @type {number} */ percent) => say(words.sending, { name: file.name, percent })
  await new Promise((resolve) => {
    request.open('POST', '/api/v1/media')
    request.setRequestHeader('content-type', file.type)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      told(Math.floor((loaded / total) * (100 / STEP)) * STEP),
    )
    request.addEventListener('loadend', resolve)
    told(0)
    request.send(file)
  })
  return request.status === 200 ? request.response : refuse(request.status)
}

/** What the file is called, as far as that can stand between brackets. */
const altOf = (/** @type {File} */ { name }) =>
  name
    .replace(/\.\w+$/, '')
    .replaceAll(/[[\]\s\\]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)

/** The pictures in the text. */
const picturesIn = () => [...text.value.matchAll(/!\[([^[\]\n]*)\]\(media:([\da-f-]{36})\)/gi)]

/**
 * At the caret, with what it shows selected; whoever has gone on writing is left alone, and finds it below their line.
 *
 * @param {[string, string][]} pictures their words and ids
 * @param {{ value: string, end: number }} before how the text was when they were chosen
 */
function put(pictures, before) {
  const marks = pictures.map(([alt, id]) => `![${alt}](media:${id})`).join('\n')
  const { value, selectionEnd: end } = text
  const isElsewhere = document.activeElement?.matches('input') && document.activeElement !== chooser
  if (value === before.value && end === before.end && !isElsewhere) {
    // Behind the picture before it, whose words are still selected.
    const within = picturesIn().find(({ index, 0: mark }) => index < end && end < index + mark.length)
    const from = within ? within.index + within[0].length : end
    const lines = `${within ? '\n' : ''}${marks}`
    const alt = from + lines.indexOf('[') + 1
    edit(text, { from, to: from, words: lines, select: [alt, alt + (pictures[0]?.[0].length ?? 0)] })
    return
  }
  const rest = value.indexOf('\n', end)
  const from = rest === -1 ? value.length : rest
  edit(text, { from, to: from, words: `\n${marks}` })
}

/**
 * The way back: out of the text, and deleted.
 *
 * @param {Media} media
 * @param {HTMLElement} item
 */
async function remove({ id }, item) {
  const { status: code } = await fetch(`/api/v1/media/${id}`, { method: 'DELETE' })
  if (code !== 200 && code !== 404) return say(words.refused[code] ?? words.refused.other, { name: '' })
  takeOut(id, item)
  text.focus()
  say(words.removed)
}

/**
 * @param {string} id
 * @param {HTMLElement} item
 */
function takeOut(id, item) {
  for (;;) {
    const mark = new RegExp(`!\\[[^\\[\\]\\n]*\\]\\(media:${id}\\)\\n?`).exec(text.value)
    if (!mark) break
    edit(text, { from: mark.index, to: mark.index + mark[0].length, words: '' })
  }
  item.remove()
  list.hidden = list.children.length === 0
}

/**
 * @param {string | Node} what
 * @param {string} word of its button
 * @param {string} alt
 * @param {(item: HTMLElement) => void} act
 */
function enlist(what, word, alt, act) {
  const item = document.createElement('li')
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'link',
    textContent: word,
    ariaLabel: `${word} ${alt}`,
  })
  button.addEventListener('click', () => act(item))
  item.append(what, ' ', button)
  list.append(item)
  list.hidden = false
}

/**
 * @param {Pick<Media, 'id' | 'thumbnail_uri'>} media
 * @param {string} alt
 */
function show(media, alt) {
  const picture = Object.assign(document.createElement('img'), { src: media.thumbnail_uri, alt, height: 48 })
  enlist(picture, words.remove, alt, (item) => remove(media, item).catch(() => say(words.refused.other)))
}

/**
 * The browser keeps what is written here for two weeks: so long its pictures are kept, too.
 *
 * @param {string} id
 * @param {'PUT' | 'DELETE'} [method]
 */
const keep = (id, method = 'PUT') => fetch(`/api/v1/media/${id}/draft`, { method, keepalive: true })

/** Shows the pictures of a draft that was brought back; one that is gone meanwhile can be chosen again. */
async function bringBack() {
  for (const [, alt = '', id = ''] of picturesIn()) {
    const { status: code } = await keep(id)
    if (code === 200) show({ id, thumbnail_uri: `/api/v1/media/${id}/thumbnail` }, alt)
    if (code !== 404) continue
    say(words.gone, { name: alt })
    enlist(alt, words.again, alt, (item) => {
      takeOut(id, item)
      chooser.click()
    })
  }
}

/** @param {Iterable<File>} files */
function sendAll(files) {
  const chosen = [...files]
  const before = { value: text.value, end: text.selectionEnd }
  waiting += 1
  sending = sending
    .then(async () => {
      /** @type {[string, string][]} */
      const pictures = []
      for (const file of chosen) {
        const media = await send(file)
        if (!media) continue
        pictures.push([altOf(file), media.id])
        keep(media.id).catch(() => {})
        show(media, altOf(file))
        say(words.placed)
      }
      if (pictures.length > 0) put(pictures, before)
    })
    .finally(() => {
      waiting -= 1
    })
}

/** @type {HTMLElement | null | undefined} */
const note = text.form?.querySelector('[data-kept]')
if (note && !note.hidden) bringBack().catch(() => {})
text.form?.addEventListener('reset', () => {
  for (const [, , id = ''] of picturesIn()) keep(id, 'DELETE').catch(() => {})
  list.replaceChildren()
  list.hidden = true
})
document.querySelector('[data-mark=picture]')?.addEventListener('click', () => chooser.click())
chooser.addEventListener('change', () => {
  sendAll(chooser.files ?? [])
  chooser.value = ''
})
text.addEventListener('paste', (event) => {
  const { files, types: kinds } = event.clipboardData ?? new DataTransfer()
  // Programs of text put a picture of it beside it.
  if (files.length === 0 || kinds.includes('text/plain')) return
  event.preventDefault()
  sendAll(files)
})
text.addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
})
text.addEventListener('drop', (event) => {
  const { files } = event.dataTransfer ?? new DataTransfer()
  if (files.length === 0) return
  event.preventDefault()
  sendAll(files)
})
document.addEventListener(
  'submit',
  (event) => {
    if (waiting === 0 || event.target !== text.form || event.submitter?.getAttribute('value') === 'preview')
      return
    event.preventDefault()
    event.stopImmediatePropagation()
    say(words.waits)
  },
  { capture: true },
)
