// The list of sections: one that is dragged goes among those beside it. Without this, arrows do the same.
/** @type {HTMLElement | null} */
const list = document.querySelector('[data-order]')
/** @type {NodeListOf<HTMLElement>} */
const rows = document.querySelectorAll('[data-order] > [data-key]')
/** @type {HTMLElement | undefined} */
let dragged

/** @param {HTMLElement} row */
const isBeside = (row) => row !== dragged && row.dataset.below === dragged?.dataset.below

/**
 * The section that the dragged one goes before, by what it is dropped on; empty for the end.
 * @param {HTMLElement} row
 * @param {number} y
 */
function follower(row, y) {
  const { top, height } = row.getBoundingClientRect()
  if (y < top + height / 2) return row.dataset.key ?? ''
  const beside = [...rows].filter((other) => other === row || isBeside(other))
  return beside[beside.indexOf(row) + 1]?.dataset.key ?? ''
}

/** @param {Record<string, string>} fields */
function send(fields) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = list?.dataset.order ?? ''
  for (const [name, value] of Object.entries({ 'form-token': list?.dataset.token ?? '', ...fields })) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

for (const row of rows) {
  row.draggable = true
  row.addEventListener('dragstart', (event) => {
    dragged = row
    event.dataTransfer?.setData('text/plain', row.dataset.key ?? '')
    row.classList.add('dragged')
  })
  row.addEventListener('dragend', () => {
    row.classList.remove('dragged')
    dragged = undefined
  })
  row.addEventListener('dragover', (event) => {
    if (dragged && isBeside(row)) event.preventDefault()
  })
  row.addEventListener('drop', (event) => {
    if (!dragged || !isBeside(row)) return
    event.preventDefault()
    send({ section: dragged.dataset.key ?? '', before: follower(row, event.clientY) })
  })
}
