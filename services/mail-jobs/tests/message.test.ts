import { describe, expect, it } from 'vitest'
import { composeMessage } from '../src/mail/message.ts'

const letter = { subject: 'News', text: 'News', html: '<p>News</p>' }
const envelope = {
  id: '01890000-0000-7000-8000-000000000001',
  sender: { name: 'Agora', address: 'agora@x.example' },
  recipient: 'ada@x.example',
  date: new Date('2026-01-01T00:00:00Z'),
  automatic: true,
}
const unsubscriptionIn = async (unsubscribeUrl?: string) => {
  const { bytes } = await composeMessage(
    unsubscribeUrl === undefined ? letter : { ...letter, unsubscribeUrl },
    envelope,
  )
  return bytes.toString().match(/^List-Unsubscribe.*$/gm) ?? []
}

describe('a mail', () => {
  it('offers one click to end its like at an https address alone (RFC 8058, 3.1)', async () => {
    expect(await unsubscriptionIn('https://x.example/u')).toEqual([
      'List-Unsubscribe: <https://x.example/u>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ])
    expect(await unsubscriptionIn('http://x.example/u')).toEqual(['List-Unsubscribe: <http://x.example/u>'])
    expect(await unsubscriptionIn()).toEqual([])
  })
})
