// Shows a password while it is typed, for who wants to see it.
const { showPassword = '', hidePassword = '' } = /** @type {HTMLElement} */ (document.querySelector('main'))
  .dataset

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll('input[type=password]')
)) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'link'
  button.setAttribute('aria-controls', field.id)
  const say = () => {
    const isShown = field.type === 'text'
    button.textContent = isShown ? hidePassword : showPassword
    button.setAttribute('aria-pressed', String(isShown))
  }
  button.addEventListener('click', () => {
    field.type = field.type === 'password' ? 'text' : 'password'
    say()
  })
  // What is sent is a password again, so that browsers keep it as one and no text.
  field.form?.addEventListener('submit', () => {
    field.type = 'password'
    say()
  })
  say()
  field.after(button)
}
