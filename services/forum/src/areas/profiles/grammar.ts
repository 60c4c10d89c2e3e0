import type { Grammar } from '@agora/shared/markup/index'
import type { Context } from '../../context.ts'
import type { PostingAllowance } from '../../limits/posting.ts'
import { grammarFor } from '../sections/grammar.ts'

/** Outside sections nobody writes in a role. */
const asMember = { role: undefined, canModerate: false }

/** The markup of what a member says of themselves, within the limits of a new post. */
export const grammarOfProfile = ({ config }: Context, allowance: PostingAllowance): Grammar =>
  grammarFor(asMember, config.forum.icons, allowance)
