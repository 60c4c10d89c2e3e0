import { createConnection } from 'node:net'
import { type Inbox, startInbox } from '@agora/suite/inbox/inbox'
import { readMail } from '@agora/suite/inbox/mime'
import { freePort } from '@agora/suite/servers/ports'
import { temporaryFolder } from '@agora/suite/temporary'
import { request } from '@agora/testing/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Speaks SMTP like any client, line by line. */
function deliver(url: string, message: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const lines = [
    'EHLO test',
    'MAIL FROM:<from@site.example>',
    'RCPT TO:<to@site.example>',
    'DATA',
    `${message}\r\n.`,
    'QUIT',
  ]
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    let heard = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      heard += chunk
      // The last line of an answer has a space after its number.
      if (/^\d{3} .*\r\n$/m.test(String(chunk)) && lines.length > 0) socket.write(`${lines.shift()}\r\n`)
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(heard))
  })
}

const message = [
  'From: =?UTF-8?Q?Agora_=E2=98=85?= <agora@site.example>',
  'To: to@site.example',
  'Subject: =?UTF-8?B?w4dhIHZhPw==?=',
  'Content-Type: multipart/alternative; boundary="edge"',
  '',
  '--edge',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'caf=C3=A9 and a long li=',
  'ne',
  '--edge',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>café</p><script>alert(1)</script>').toString('base64'),
  '--edge--',
].join('\r\n')

describe('the mail inbox', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let inbox: Inbox

  beforeEach(async () => {
    folder = temporaryFolder('inbox')
    inbox = await startInbox({ folder: folder.path, port: await freePort() })
  })
  afterEach(async () => {
    await inbox.close()
    folder.remove()
  })

  test('shows a mail that was delivered, newest first', async () => {
    expect((await request(inbox.url, 'GET')).text).toContain('No mail yet.')
    expect(await deliver(inbox.smtpUrl, message)).toContain('250 OK: message queued')
    const { body } = await request(`${inbox.url}/messages`, 'GET')
    expect(body).toMatchObject([
      {
        from: 'Agora ★ <agora@site.example>',
        to: 'to@site.example',
        subject: 'Ça va?',
      },
    ])
    expect((await request(`${inbox.url}/messages/${body[0].id}`, 'GET')).text).toContain(
      'café and a long line\n',
    )
    expect((await request(inbox.url, 'GET')).text).toContain('Ça va?')
    expect((await request(`${inbox.url}/messages/${body[0].id}/raw`, 'GET')).text).toContain(
      'boundary="edge"',
    )
  })

  test('lets nothing of a mail run in the page', async () => {
    await deliver(inbox.smtpUrl, message)
    const [{ id }] = (await request(`${inbox.url}/messages`, 'GET')).body
    const page = await request(`${inbox.url}/messages/${id}`, 'GET')
    expect(page.text).toContain('sandbox=""')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('opens no other file and nothing under a foreign name', async () => {
    expect((await request(`${inbox.url}/messages/..%2f..%2fetc%2fpasswd`, 'GET')).status).toBe(404)
    expect((await request(`${inbox.url}/messages/0000000000000-00000000`, 'GET')).status).toBe(404)
    const { hostname, port } = new URL(inbox.url)
    const foreign = await new Promise<string>((resolve) => {
      const socket = createConnection({ host: hostname, port: Number(port) })
      socket.setEncoding('utf8').once('data', (chunk) => {
        socket.destroy()
        resolve(String(chunk))
      })
      socket.write('GET /messages HTTP/1.1\r\nHost: rebound.example\r\n\r\n')
    })
    expect(foreign).toMatch(/^HTTP\/1\.1 403/)
  })

  test('reads a plain message without any MIME header', async () => {
    const mail = await readMail(Buffer.from('Subject: plain\r\n\r\nhello\r\n'))
    expect(mail).toMatchObject({ subject: 'plain', text: 'hello\n', html: undefined })
  })
})
