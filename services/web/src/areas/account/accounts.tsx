import type { Visit } from '../../http/visit.ts'
import { type Account, AccountName } from '../../view/accounts.tsx'
import { Action } from '../../view/parts.tsx'

/** The member's accounts with games and other applications: to hide, show and unlink. */
export function Accounts({ visit, accounts }: { visit: Visit; accounts: readonly Account[] }) {
  const { account: words, member } = visit.words
  if (accounts.length === 0) return null
  return (
    <section class="card" id="accounts">
      <h2>{member.accounts}</h2>
      <ul class="people">
        {accounts.map((account) => {
          const isHidden = account.visibility === 'Private'
          const to = `/account/accounts/${account.app.id}`
          return (
            <li>
              <div>
                <AccountName account={account} />
                {isHidden && <span class="badge">{words.hiddenAccount}</span>}
              </div>
              <Action
                visit={visit}
                to={`${to}/visibility`}
                fields={{ visibility: isHidden ? 'Public' : 'Private' }}
              >
                {isHidden ? words.showAccount : words.hideAccount}
              </Action>
              <Action visit={visit} to={`${to}/remove`}>
                {words.remove}
              </Action>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
