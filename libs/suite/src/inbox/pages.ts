import { escapeHtml } from '@agora/shared/markup/escape'
import type { MailSummary, StoredMail } from './store.ts'

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  table { width: 100%; border-collapse: collapse }
  th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
  iframe { width: 100%; height: 30rem; border: 1px solid #8884; background: #fff }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8884; padding: 1rem }
</style>
<main>
${content}
</main>
</html>
`
}

export function listPage(mails: readonly MailSummary[]): string {
  const rows = mails.map(
    ({ id, receivedAt, to, subject }) =>
      `<tr><td>${escapeHtml(receivedAt)}</td><td>${escapeHtml(to)}</td>` +
      `<td><a href="/messages/${id}">${escapeHtml(subject || '(no subject)')}</a></td></tr>`,
  )
  const table = `<table>
<thead><tr><th scope="col">Received</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>`
  return page(
    'Mail inbox',
    `<h1>Mail inbox</h1>
<p>Every mail that this instance sends ends here, since no <code>SMTP_URL</code> was given.</p>
${mails.length > 0 ? table : '<p>No mail yet.</p>'}`,
  )
}

/** The mail's own HTML is shown in a frame that can neither run scripts nor load anything. */
export function mailPage({ id, receivedAt, from, to, subject, text, html }: StoredMail): string {
  return page(
    subject || '(no subject)',
    `<p><a href="/">Mail inbox</a></p>
<h1>${escapeHtml(subject || '(no subject)')}</h1>
<p>From ${escapeHtml(from)}<br>To ${escapeHtml(to)}<br>Received ${escapeHtml(receivedAt)}</p>
${html === undefined ? '' : `<h2>HTML</h2><iframe sandbox="" title="The mail’s HTML" srcdoc="${escapeHtml(html)}"></iframe>`}
${text === undefined ? '' : `<h2>Text</h2><pre>${escapeHtml(text)}</pre>`}
<p><a href="/messages/${id}/raw">The message as it was sent</a></p>`,
  )
}

export function missingPage(): string {
  return page('Not found', '<h1>Not found</h1><p><a href="/">Mail inbox</a></p>')
}
