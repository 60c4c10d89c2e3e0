import { createHash } from 'node:crypto'
import type { MailLanguage } from '@agora/shared/contracts/internal-mail'

interface Words {
  title: string
  asks: string
  button: string
  done: string
  back: string
}

const words: Record<MailLanguage, Words> = {
  en: {
    title: 'No more digests?',
    asks: 'You will get no more mails about what is unread. Notifications on the site stay as they are.',
    button: 'Unsubscribe',
    done: 'You are unsubscribed. You can ask for digests again in the settings of your account.',
    back: 'To the site',
  },
  fr: {
    title: 'Plus de récapitulatifs ?',
    asks: 'Vous ne recevrez plus de courriels sur ce qui n’est pas lu. Les notifications du site ne changent pas.',
    button: 'Se désabonner',
    done: 'Vous êtes désabonné. Vous pouvez redemander des récapitulatifs dans les réglages de votre compte.',
    back: 'Vers le site',
  },
}

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 32em; margin: 10vh auto 0 }
  button { font: inherit; padding: .5em 1.25em; border: 0; border-radius: 6px; background: #1f5fbf; color: #fff; cursor: pointer }
`

/** No scripts or subresources, no framing, no caching, and no referrer to other sites. */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  // `no-referrer` would strip the form's Origin.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  vary: 'accept-language',
} as const

/** Asks before it ends the digests, so that a link scanner ends nothing. The form posts to the page's own address. */
export const askingPage = (language: MailLanguage): string => {
  const { asks, button } = words[language]
  return frame(
    language,
    `<p>${asks}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${button}</button></form>`,
  )
}

export const donePage = (language: MailLanguage): string => {
  const { done, back } = words[language]
  return frame(language, `<p>${done}</p>\n<p><a href="/">${back}</a></p>`)
}

const frame = (language: MailLanguage, content: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words[language].title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${words[language].title}</h1>
${content}
</main>
</body>
</html>
`
