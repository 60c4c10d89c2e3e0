import type { Words } from '../../words/words.ts'

interface CaptchaProps {
  of: 'register' | 'login'
  words: Words
}

/** The captcha of a form, whose page allows it a nonce; its token is sent as the field `cap-token`. */
export const Captcha = ({ of, words: { entry } }: CaptchaProps) => (
  <div class="captcha">
    <cap-widget
      data-cap-api-endpoint={`/api/v1/captcha/${of}/`}
      data-cap-i18n-initial-state={entry.captcha.ask}
      data-cap-i18n-verify-aria-label={entry.captcha.ask}
      data-cap-i18n-error-label={entry.captcha.away}
      data-cap-i18n-error-aria-label={entry.captcha.away}
    ></cap-widget>
    <noscript>
      <p>{entry.captcha.noScript}</p>
    </noscript>
  </div>
)

declare module 'hono/jsx' {
  namespace JSX {
    interface IntrinsicElements {
      'cap-widget': Record<`data-${string}`, string>
    }
  }
}
