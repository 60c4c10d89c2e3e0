import { page, redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { FormProblem, Input, type Problem } from '../../view/fields.tsx'
import { FormToken } from '../../view/parts.tsx'

interface OwnDataProps {
  visit: Visit
  exporting: Problem | undefined
  deleting: Problem | undefined
}

/** Where the deletion of an account leads, as a guest. */
export const showDeleted: Reader = async ({ me, words }) => {
  if (me) return redirect('/')
  return page(
    words.account.deleted,
    <div class="card narrow">
      <p>{words.account.deletedText}</p>
      <p>
        <a href="/">{words.toFrontPage}</a>
      </p>
    </div>,
    { isIndexed: false },
  )
}

/** The export and the deletion of a member's data. */
export function OwnData({ visit, exporting, deleting }: OwnDataProps) {
  const { account } = visit.words
  return (
    <>
      <form method="post" action="/account/export" class="card" id="export">
        <h2>{account.ownData}</h2>
        <p>{account.exportIntro}</p>
        <FormToken visit={visit} />
        <FormProblem problem={exporting} />
        <Input
          name="export_password"
          type="password"
          label={account.currentPassword}
          isRequired
          autocomplete="current-password"
          problem={exporting}
        />
        <button class="quiet">{account.export}</button>
      </form>
      <form method="post" action="/account/delete" class="card" id="delete" data-leaving={visit.me?.id}>
        <h2>{account.deleting}</h2>
        <p>{account.deletingIntro}</p>
        <FormToken visit={visit} />
        <FormProblem problem={deleting} />
        <Input
          name="deletion_password"
          type="password"
          label={account.currentPassword}
          isRequired
          autocomplete="current-password"
          problem={deleting}
        />
        <p class="check">
          <input type="checkbox" id="is_sure" name="is_sure" required />
          <label for="is_sure">{account.isSure}</label>
        </p>
        <button class="quiet">{account.delete}</button>
      </form>
    </>
  )
}
