import type { UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Context } from '../../../context.ts'
import { endAuthority } from '../../../credentials/end-authority.ts'
import { errors } from '../../../errors.ts'
import { readLinks } from '../../game-links/store.ts'
import { linksView } from '../../game-links/views.ts'
import { accessAccountToChange } from '../authority.ts'
import { renamedEvent, sessionsRevokedEvent } from '../events.ts'
import type { UpdateUserBody, User } from '../schemas.ts'
import { type Account, type AccountChange, isUniqueViolation, updateAccount } from '../store.ts'
import { userView } from '../views.ts'

/**
 * Changes a member's names or password. A new password ends the account's other sessions.
 * `sessionId` is the session that asks, if one does.
 * @throws ApiError 404, 403, 422 without the current password, 409 for a username in use.
 */
export async function updateUser(
  context: Context,
  actor: UserPrincipal,
  userId: string,
  input: UpdateUserBody,
  sessionId: string | undefined,
): Promise<User> {
  const account = await accessAccountToChange(context, actor, userId)
  const isOwn = actor.id === account.id
  if (isOwn && (input.username !== undefined || input.password !== undefined)) {
    await judgeCurrentPassword(context, account, input.current_password)
  }
  const changed = await store(context, account, await changeOf(context, input), isOwn ? sessionId : undefined)
  const links = await readLinks(context.pool, account.id)
  return userView(changed, linksView(context.config.games, links), { full: true })
}

/** An account that has no password has none to show. */
async function judgeCurrentPassword(
  { passwords }: Context,
  account: Account,
  given: string | undefined,
): Promise<void> {
  if (account.passwordHash === null) return
  if (given === undefined) throw new ApiError(errors.currentPasswordMissing)
  if (!(await passwords.verify(account.passwordHash, given))) {
    throw new ApiError(errors.currentPasswordWrong)
  }
}

async function changeOf({ passwords }: Context, input: UpdateUserBody): Promise<AccountChange> {
  return {
    ...(input.username === undefined ? {} : { username: input.username }),
    ...(input.display_name === undefined ? {} : { displayName: input.display_name }),
    ...(input.password === undefined ? {} : { passwordHash: await passwords.hash(input.password) }),
  }
}

async function store(
  { prisma }: Context,
  account: Account,
  change: AccountChange,
  keptSession: string | undefined,
): Promise<Account> {
  if (Object.keys(change).length === 0) return account
  try {
    return await prisma.$transaction(async (tx) => {
      const changed = await updateAccount(tx, account, change)
      // The password that was judged is no longer the account's.
      if (!changed) throw new ApiError(errors.currentPasswordWrong)
      const isRenamed = changed.username !== account.username || changed.displayName !== account.displayName
      const hasNewPassword = change.passwordHash !== undefined
      if (hasNewPassword) await endAuthority(tx, account.id, { sessionId: keptSession })
      await appendEvents(tx, [
        ...(isRenamed ? [renamedEvent(changed)] : []),
        ...(hasNewPassword ? [sessionsRevokedEvent(account.id)] : []),
      ])
      return changed
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError(errors.usernameTaken, { cause: error })
    throw error
  }
}
