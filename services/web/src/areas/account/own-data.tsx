import { redirect } from '../../http/outcome.ts'
import type { Reader } from '../../http/pages.ts'
import type { Visit } from '../../http/visit.ts'
import { Check, CurrentPassword, type Problem } from '../../view/fields.tsx'
import { notice } from '../../view/notice.tsx'
import { PostForm } from '../../view/post-form.tsx'

interface OwnDataProps {
  visit: Visit
  exporting: Problem | undefined
  deleting: Problem | undefined
}

/** Where the deletion of an account leads, as a guest. */
export const showDeleted: Reader = async ({ me, words }) => {
  if (me) return redirect('/')
  return notice(words.account.deleted, words.account.deletedText, { href: '/', name: words.toFrontPage })
}

/** The export and the deletion of a member's data. */
export function OwnData({ visit, exporting, deleting }: OwnDataProps) {
  const { account } = visit.words
  return (
    <>
      <PostForm visit={visit} to="/account/export" id="export" heading={account.ownData} problem={exporting}>
        <p>{account.exportIntro}</p>
        <CurrentPassword name="export_password" label={account.currentPassword} />
        <button class="quiet">{account.export}</button>
      </PostForm>
      <PostForm
        visit={visit}
        to="/account/delete"
        id="delete"
        data-leaving={visit.me?.id}
        heading={account.deleting}
        problem={deleting}
      >
        <p>{account.deletingIntro}</p>
        <CurrentPassword name="deletion_password" label={account.currentPassword} />
        <Check name="is_sure" label={account.isSure} isRequired />
        <button class="quiet">{account.delete}</button>
      </PostForm>
    </>
  )
}
