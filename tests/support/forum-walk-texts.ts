import { noParse, noRender, type Row, swelling, unauthenticated, unresolved } from './forum-rows.ts'

const forbidden = '403 forbidden'
const noText = '404 text not found'
const rules = { locale: 'en', body: 'Be **kind**.' }

/** What a site says itself. */
export const textWalk: Readonly<Record<string, readonly Row[]>> = {
  'PUT /texts/{key}': [
    ['needs a member', 'guest', 'rules', unauthenticated, rules],
    ['refuses bad credentials', 'bad credentials', 'rules', unresolved, rules],
    ['refuses a global moderator', 'global moderator', 'rules', forbidden, rules],
    ['knows no such text', 'administrator', 'other', noText, rules],
    ['refuses what is no markup', 'administrator', 'rules', noParse, { ...rules, body: '[quote]' }],
    ['refuses what swells', 'administrator', 'rules', noRender, { ...rules, body: swelling }],
    ['writes one', 'administrator', 'rules', { key: 'rules', locale: 'en', marktwin: 'Be **kind**.' }, rules],
  ],
  'GET /texts': [['lists those that there are', 'guest', '', { items: [{ key: 'rules', locale: 'en' }] }]],
  'GET /texts/{key}': [
    ['shows it to anybody', 'guest', 'rules', { html: 'Be <strong>kind</strong>.' }],
    ['in another language where there is none', 'author', 'rules?locale=fr', { locale: 'en' }],
    ['knows no such text', 'guest', 'legal', noText],
  ],
  'DELETE /texts/{key}': [
    ['needs a member', 'guest', 'rules', unauthenticated, { locale: 'en' }],
    ['refuses bad credentials', 'bad credentials', 'rules', unresolved, { locale: 'en' }],
    ['refuses a global moderator', 'global moderator', 'rules', forbidden, { locale: 'en' }],
    ['removes it', 'administrator', 'rules', {}, { locale: 'en' }],
    ['knows it no more', 'administrator', 'rules', noText, { locale: 'en' }],
  ],
}
