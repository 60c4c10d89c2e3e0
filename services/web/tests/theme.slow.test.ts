import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '@agora/suite/temporary'
import { expect, test } from 'vitest'
import { browserOf, startPages } from './support.ts'

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

test('a site has the name, the colours and the logo of its configuration, on every page', async () => {
  const folder = temporaryFolder('theme')
  const logo = path.join(folder.path, 'logo.svg')
  writeFileSync(logo, picture)
  const suite = await startPages({
    config: {
      site: {
        name: 'The <Guild>',
        theme: { light: { accent: '#663399', on_accent: '#ffffff' }, dark: { accent: '#cc99ff' }, logo },
      },
    },
  })
  try {
    const guest = browserOf(suite)
    for (const page of ['/', '/sign-in']) {
      const { text } = await guest.get(page)
      expect(text).toContain('<span>The &lt;Guild&gt;</span>')
      const stylesheet = /href="(\/static\/theme[^"]*)"/.exec(text)?.[1] ?? ''
      expect((await guest.get(stylesheet)).text).toBe(
        '@media (prefers-color-scheme: light){:root{--accent:#663399;--on-accent:#ffffff}}\n' +
          '@media (prefers-color-scheme: dark){:root{--accent:#cc99ff}}\n' +
          ':root[data-scheme=light]{--accent:#663399;--on-accent:#ffffff}\n' +
          ':root[data-scheme=dark]{--accent:#cc99ff}\n',
      )
      const sign = await guest.get(/src="(\/static\/logo[^"]*)"/.exec(text)?.[1] ?? '')
      expect([sign.headers.get('content-type'), sign.text]).toEqual(['image/svg+xml', picture])
    }
  } finally {
    await suite.close()
    folder.remove()
  }
})
