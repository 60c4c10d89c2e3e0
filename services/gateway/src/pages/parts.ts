import { type Html, html } from './html.ts'
import type { Words } from './words/words.ts'

export interface Field {
  name: string
  label: string
  autocomplete: string
  type?: 'text' | 'email' | 'password'
  value?: string | undefined
  hint?: string
  isOptional?: boolean
  /** What the browser checks before it sends the form. */
  constraints?: { minlength?: number; maxlength?: number; pattern?: string }
  autofocus?: boolean
  /** Whether the message above the form concerns this field. */
  isWrong?: boolean
}

export function field({ name, label, autocomplete, type = 'text', value, hint, ...rest }: Field): Html {
  const { constraints = {}, autofocus, isOptional, isWrong } = rest
  const described = [hint !== undefined && `${name}-hint`, isWrong && 'message'].filter(Boolean).join(' ')
  const limits = Object.entries(constraints).map(([limit, bound]) => html` ${limit}="${bound}"`)
  return html`
<p class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}"${!isOptional && html` required`} autocomplete="${autocomplete}" autocapitalize="none"
 spellcheck="false" value="${value}"${limits}${described !== '' && html` aria-describedby="${described}"`}${
   isWrong && html` aria-invalid="true"`
 }${autofocus && html` autofocus`}>
${hint !== undefined && html`<small id="${name}-hint">${hint}</small>`}
</p>`
}

/** What went wrong and what to do; screen readers announce it on load. */
export const message = (text: string | undefined): Html =>
  html`<div role="alert" aria-live="assertive" id="message">${text !== undefined && html`<p>${text}</p>`}</div>`

/** The captcha of a form; its token is sent as the field `cap-token`. */
export const captcha = (form: 'register' | 'login', { captcha: words }: Words): Html => html`
<div class="captcha">
<cap-widget data-cap-api-endpoint="/api/v1/captcha/${form}/"
 data-cap-i18n-error-label="${words.away}" data-cap-i18n-error-aria-label="${words.away}"></cap-widget>
<noscript><p>${words.noScript}</p></noscript>
</div>`

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`
