import { ApiRefusal } from '../../api.ts'
import type { Form } from '../../http/form.ts'
import { page } from '../../http/outcome.ts'
import type { Params, Reader, Texts } from '../../http/pages.ts'
import { pageNumber, type Visit } from '../../http/visit.ts'
import type { Problem } from '../../view/fields.tsx'
import { Done, Notice, Paging } from '../../view/parts.tsx'
import type { Words } from '../../words/words.ts'
import { Accounts } from './accounts.tsx'
import { OwnAvatar } from './avatar.tsx'
import { DisplayName, NotificationSettings, Password } from './forms.tsx'
import { Emails, Grants, Sessions } from './holdings.tsx'
import { OwnData } from './own-data.tsx'
import { OwnProfile, saidBy, saidIn } from './profile.tsx'
import { GRANTS, readAccount } from './reading.ts'

/** The part of the page that a form is about. */
export type Part =
  | 'name'
  | 'avatar'
  | 'profile'
  | 'password'
  | 'emails'
  | 'links'
  | 'sessions'
  | 'grants'
  | 'accounts'
  | 'notifications'
  | 'export'
  | 'deletion'

/** A form of the page that is shown again. */
export interface Returned {
  part: Part
  form: Form
  params: Params
  /** Why it was refused. */
  problem?: Problem
  /** How its text would be shown. */
  preview?: string
}

export const showAccount: Reader = (visit, _params, kept) => accountPage(visit, undefined, kept)

export async function accountPage(visit: Visit, returned?: Returned, kept: Texts = {}) {
  const { me, words, query } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const current = pageNumber(query)
  const { user, links, sessions, grants, settings, isChosen, profile, ...read } = await readAccount(
    visit,
    me.id,
    current,
  )
  const saved = query.get('saved')
  const problemIn = (part: Part) => (returned?.part === part ? returned.problem : undefined)
  return page(
    words.account.title,
    <>
      {saved !== null && <Done>{savedWords(saved, words)}</Done>}
      {!read.isWhole && (
        <Notice>
          <p>{words.account.incomplete}</p>
        </Notice>
      )}
      <DisplayName
        visit={visit}
        name={me.name}
        username={user.username}
        written={returned?.part === 'name' ? returned.form.text('display_name') : undefined}
        problem={problemIn('name')}
      />
      {isChosen !== undefined && (
        <OwnAvatar visit={visit} id={me.id} isChosen={isChosen} problem={problemIn('avatar')} />
      )}
      {profile && (
        <OwnProfile
          visit={visit}
          said={returned?.part === 'profile' ? saidIn(returned.form) : { ...saidBy(profile), ...kept }}
          preview={returned?.preview}
          problem={problemIn('profile')}
        />
      )}
      {links && (
        <Emails
          visit={visit}
          links={links}
          pending={read.pending}
          refused={read.refused ?? []}
          problem={problemIn('emails')}
          value={returned?.form.text('email')}
          removal={problemIn('links')}
          removed={returned?.params.link}
        />
      )}
      <Password visit={visit} problem={problemIn('password')} />
      <p>
        <a href="/account/factors">{words.account.factors}</a>
      </p>
      {settings && (
        <NotificationSettings visit={visit} settings={settings} problem={problemIn('notifications')} />
      )}
      <p>
        <a href="/sanctions">{words.sanctions.own}</a>
      </p>
      {sessions && <Sessions visit={visit} sessions={sessions.items} />}
      {grants && (
        <Grants visit={visit} grants={grants.items}>
          <Paging visit={visit} path="/account" count={grants.count} size={GRANTS} current={current} />
        </Grants>
      )}
      <Accounts visit={visit} accounts={read.accounts} />
      <OwnData visit={visit} exporting={problemIn('export')} deleting={problemIn('deletion')} />
    </>,
    {
      problem: returned?.problem,
      crumbs: [{ href: '/', name: words.nav.home }],
      isIndexed: false,
      scripts: saved === 'avatar' ? ['avatar.js', 'passwords.js'] : ['passwords.js'],
    },
  )
}

function savedWords(part: string, { account }: Words): string {
  if (part === 'emails') return account.mailed
  return part === 'export' ? account.exporting : account.saved
}
