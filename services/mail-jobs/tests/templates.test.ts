import { accountChanges } from '@agora/shared/contracts/internal-mail'
import { describe, expect, it } from 'vitest'
import { fillLine, fillMarkup, TemplateError } from '../src/templates/fill.ts'
import { writeLetter } from '../src/templates/letter.ts'
import { findTemplate, newestVersion, templates } from '../src/templates/registry.ts'

const account = {
  variables: {
    site: 'The *Site*',
    display_name: 'A_B_C',
    url: 'https://x.example/p?t=_a_(b)',
    token: '_a_(b)',
  },
  operator: { subject: '', body: '' },
}

describe('the versions of templates', () => {
  it('are each found by kind and version, and none is missing', () => {
    const names = templates.map(({ kind, version }) => `${kind} ${version}`)
    expect(names).toEqual([
      'Markup 1',
      'VerifyEmail 1',
      'VerifyEmail 2',
      'VerifyEmail 3',
      'ResetPassword 1',
      'ResetPassword 2',
      'AccountChanged 1',
      'GrantReused 1',
      'NewSignIn 1',
      'PasswordGuessed 1',
      'Digest 1',
      'ExportReady 1',
      'Sanctioned 1',
    ])
    for (const template of templates) expect(findTemplate(template.kind, template.version)).toBe(template)
    expect(findTemplate('Markup', 99)).toBeUndefined()
    expect(newestVersion('VerifyEmail')).toBe(3)
  })

  it('render a payload of Markup 1 as the operators wrote it', () => {
    const letter = findTemplate('Markup', 1)?.render({
      variables: { site: 'A', name: '*B*' },
      locale: 'en-US',
      operator: { subject: '{{site}}\r\nBcc: {{name}}', body: '**{{name}}** of {{site}}\n\n`code`' },
    })
    expect(letter?.subject).toBe('A  Bcc: *B*')
    expect(letter?.text).toBe('*B* of A\r\n\r\ncode\r\n')
    expect(letter?.html).toContain('<main><strong>*B*</strong> of A<br><br><code>code</code></main>')
  })

  it('show lists, headings and quotes in both parts, but none that a value would make', () => {
    const letter = findTemplate('Markup', 1)?.render({
      variables: { name: '1. Ada', mark: '-', url: 'https://x.example/' },
      locale: 'en-US',
      operator: {
        subject: '',
        body: '# News of {{name}}\n{{name}}\n> {{name}}\n{{mark}} b\n- one\n  - {{name}}\n    more\n5. two\n9. three\n{{url}}',
      },
    })
    expect(letter?.text.replaceAll('\r\n', '\n')).toBe(
      'News of 1. Ada\n1. Ada\n> 1. Ada\n- b\n- one\n  - 1. Ada\n    more\n\n5. two\n9. three\nhttps://x.example/\n',
    )
    expect(letter?.html).toContain(
      '<main><h3>News of 1. Ada</h3>1. Ada<blockquote class="mkt-quote">1. Ada</blockquote>- b' +
        '<ul><li>one<ul><li>1. Ada<br>more</li></ul></li></ul><ol start="5"><li>two</li><li value="9">three</li></ol>https://x.example/</main>',
    )
  })

  it.each([
    ['VerifyEmail', 'en-US', 'Confirm your email address for The *Site*', 'Hello A_B_C,'],
    ['VerifyEmail', 'fr-FR', 'Confirmez votre adresse pour The *Site*', 'Bonjour A_B_C,'],
    ['VerifyEmail', 'eo', 'Confirm your email address for The *Site*', 'Hello A_B_C,'],
    ['ResetPassword', 'en-US', 'Choose a new password for The *Site*', 'Hello A_B_C,'],
    ['ResetPassword', 'fr-CA', 'Choisissez un nouveau mot de passe pour The *Site*', 'Bonjour A_B_C,'],
  ])('render a payload of %s 1 for %s, in both parts', (kind, locale, subject, greeting) => {
    const letter = findTemplate(kind, 1)?.render({ ...account, locale })
    expect(letter?.subject).toBe(subject)
    for (const part of [letter?.text, letter?.html]) {
      expect(part).toContain(greeting)
      expect(part).toContain('The *Site*')
      expect(part).toContain('https://x.example/p?t=_a_%28b%29')
      expect(part).toMatch(/(\r\n|<br>)_a_\(b\)(\r\n|<br>)/)
    }
    expect(letter?.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(letter?.html).not.toMatch(/<script|<link|src=|\{\{/)
  })

  it.each(['en-US', 'fr-FR'])(
    'say in %s what was changed in an account, when, and the way back',
    (locale) => {
      const subjects = new Set<string>()
      for (const change of [...accountChanges, 'OfTomorrow']) {
        const details = { change, what: '_x_@example.com', username: 'a_b_c', time: '2030-01-01 00:00 UTC' }
        const variables = { ...account.variables, ...details }
        const letter = findTemplate('AccountChanged', 1)?.render({ ...account, variables, locale })
        const former = findTemplate('AccountChanged', 1)?.render({
          ...account,
          variables: { ...variables, place: 'former' },
          locale,
        })
        subjects.add(letter?.subject ?? '')
        for (const part of [letter?.text, letter?.html, former?.text, former?.html]) {
          for (const said of [
            'The *Site*',
            'a_b_c',
            '2030-01-01 00:00 UTC',
            'https://x.example/p?t=_a_%28b%29',
          ])
            expect(part).toContain(said)
        }
        expect(letter?.text.includes('_x_@example.com')).toBe(
          !/^(?:Administrator|Password|RecoveryCodes)/.test(change),
        )
        expect(former?.text).not.toBe(letter?.text)
      }
      expect(subjects.size).toBe(accountChanges.length + 1)
    },
  )
})

describe('a time in a mail', () => {
  const time = '2030-01-02T15:04:05.678Z'
  const details = {
    change: 'PasswordChanged',
    what: '',
    username: 'ada',
    client: 'Notes',
    count: '50',
    address: '::1',
  }
  const timed = ['AccountChanged', 'GrantReused', 'NewSignIn', 'PasswordGuessed', 'ResetPassword'] as const

  it.each(timed)('of %s is in the reader’s language, and its zone is named in words', (kind) => {
    const variables = { ...account.variables, ...details, browser: 'X', time, until: time }
    const version = kind === 'ResetPassword' ? 2 : 1
    const render = (locale: string) => findTemplate(kind, version)?.render({ ...account, variables, locale })
    const [english, french] = [render('en-US'), render('fr-FR')]
    for (const part of [english?.text, english?.html]) {
      expect(part).toContain('January 2, 2030 at 3:04 PM UTC')
      expect(part).toContain('Coordinated Universal Time (UTC)')
    }
    for (const part of [french?.text, french?.html]) {
      expect(part).toContain('2 janvier 2030 à 15:04 UTC')
      expect(part).toContain('temps universel coordonné (UTC)')
    }
  })

  it.each([
    ['Europe/Paris', '4:04 PM (Europe/Paris)', 'time zone of your account: Europe/Paris.'],
    ['america/new_york', '10:04 AM (America/New_York)', 'time zone of your account: America/New_York.'],
    ['Asia/Kathmandu', '8:49 PM (Asia/Kat', 'time zone of your account: Asia/Kat'],
    ['Nowhere/At_all', '3:04 PM UTC', 'Coordinated Universal Time (UTC)'],
  ])('is in the zone of its reader, where there is one: %s', (zone, told, named) => {
    const variables = { ...account.variables, ...details, browser: 'X', time, until: time }
    const letter = findTemplate('NewSignIn', 1)?.render({ ...account, variables, locale: 'en-US', zone })
    for (const part of [letter?.text, letter?.html]) {
      expect(part).toContain(told)
      expect(part).toContain(named)
    }
  })

  it('of a gateway that still words it stays as it is', () => {
    const variables = { ...account.variables, ...details, time: '2030-01-02 15:04 UTC' }
    expect(findTemplate('GrantReused', 1)?.render({ ...account, variables, locale: 'fr' })?.text).toContain(
      'Le 2030-01-02 15:04 UTC, une clé',
    )
  })
})

it('a spoiler in the operators’ mail is covered in both parts', () => {
  const operator = { subject: 'News', body: 'It was ||the **butler**|| [quote]||him||[/quote]' }
  const letter = findTemplate('Markup', 1)?.render({ ...account, operator, locale: 'en-US' })
  for (const part of [letter?.text, letter?.html]) {
    expect(part).toMatch(/It was …/)
    expect(part).not.toMatch(/butler|him\b|\|\||spoiler/)
  }
})

describe('a mail about a sanction', () => {
  const details = {
    kind: 'Mute',
    section: 'Off *topic*',
    reason: 'Sold [accounts].',
    end: '2030-01-02T03:04:00.000Z',
  }
  const render = (more: object, locale: string) =>
    findTemplate('Sanctioned', 1)?.render({
      ...account,
      variables: { ...account.variables, ...details, ...more },
      locale,
    })

  it('says where, why and until when, as it was written', () => {
    const letter = render({}, 'en-US')
    expect(letter?.subject).toBe('A moderator of The *Site* has muted you')
    for (const said of ['in the section Off *topic*', 'Sold [accounts].', 'January 2, 2030', 'UTC'])
      expect(letter?.text).toContain(said)
    expect(letter?.text).toContain('Coordinated Universal Time')
    expect(render({ section: '', end: '' }, 'en-US')?.text).not.toContain('UTC')
    expect(render({ section: '', end: '' }, 'en-US')?.text).toMatch(
      /you can read everything[\s\S]*until a moderator lifts it/,
    )
  })

  it('of a warning says the word to the member, and nothing of an end', () => {
    const letter = render({ kind: 'Warning', end: '' }, 'fr-FR')
    expect(letter?.subject).toBe('La modération de The *Site* vous a averti')
    expect(letter?.text).toContain('Sold [accounts].')
    expect(letter?.text).not.toContain('dure')
  })
})

describe('values in templates', () => {
  const hostile = [
    '[quote]',
    '[/quote]',
    '**a**',
    '_a_',
    '||a||',
    '~~a~~',
    '`a`',
    ':smile:',
    '[a](https://x.example)',
    '@{0190a2b4-0000-7000-8000-000000000000}',
    '\\',
    '\\\\[admin]',
    '<script>alert(1)</script>',
    '{{site}}',
    '$& $1',
  ]

  it.each(hostile)('read as they are: %s', (value) => {
    const { text, html, subject } = writeLetter({ subject: '{{v}}', body: 'a {{v}} b' }, { v: value }, 'en')
    expect(subject).toBe(value)
    expect(text).toBe(`a ${value} b\r\n`)
    const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(html).toContain(`<main>a ${escaped} b</main>`)
  })

  it('contain neither line breaks nor control characters nor lone surrogates', () => {
    expect(fillLine('{{v}}', { v: 'a\r\nBcc: b\0\ud800' })).toBe('a  Bcc: b \ufffd')
    expect(fillMarkup('{{v}}', { v: 'a\n\u0007b' })).toBe('a  b')
  })

  it('are refused if they are unknown, or not an address in a link', () => {
    expect(() => fillMarkup('{{nothing}}', {})).toThrow(TemplateError)
    expect(() => fillLine('{{constructor}}', {})).toThrow(TemplateError)
    expect(() => fillMarkup('[a]({{v}})', { v: 'nonsense' })).toThrow(TemplateError)
    expect(() => writeLetter({ subject: 'a', body: '[quote]' }, {}, 'en')).toThrow()
  })
})
