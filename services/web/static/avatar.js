// After a change the browser would show what it has kept for a minute: every picture of oneself on this page is read anew.
/** @type {NodeListOf<HTMLImageElement>} */
const shown = document.querySelectorAll('#avatar img, .menu img')
for (const picture of shown) {
  const { src } = picture
  fetch(src, { cache: 'reload' })
    .then(() => {
      picture.src = ''
      picture.src = src
    })
    .catch(() => {})
}
