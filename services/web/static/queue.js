// Choosing many reports: all of them at once, and how many they are.
const boxes = [...document.querySelectorAll('.queue input[name="report"]')]
const legend = document.querySelector('.bulk legend')
if (boxes.length > 1 && legend) {
  const words = legend.textContent
  const all = document.createElement('input')
  all.type = 'checkbox'
  all.className = 'pick'
  const label = document.createElement('label')
  label.append(all, ' ', words)
  legend.replaceChildren(label)
  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length
    all.checked = chosen === boxes.length
    all.indeterminate = chosen > 0 && chosen < boxes.length
    label.lastChild.textContent = chosen > 0 ? `${words} (${chosen})` : words
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    show()
  })
  for (const box of boxes) box.addEventListener('change', show)
}
