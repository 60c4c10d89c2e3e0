// Menus close as menus do: by Escape, and by a click or the focus anywhere else.
for (const menu of /** @type {NodeListOf<HTMLDetailsElement>} */ (
  document.querySelectorAll('details.menu')
)) {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    const wasInside = menu.contains(document.activeElement)
    menu.open = false
    if (wasInside) menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (menu.open && !menu.contains(/** @type {Node} */ (target))) menu.open = false
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    // By Tab; of a click somewhere, nothing gets the focus.
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false
  })
}
