import type { EventDraft } from '@agora/shared/contracts/events/event'
import { isUniqueViolation, type Queries } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { charged } from '@agora/shared/limits/limiter'
import { appendEvents } from '@agora/shared/messaging/outbox'
import { errors } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { type Acting, holdAuthority } from '../../credentials/acting.ts'
import { deleteSessions } from '../../credentials/store.ts'
import { judgeRecent, type Proof } from '../../credentials/store-recent.ts'
import { readLinks } from '../../game-links/store.ts'
import { linksView } from '../../game-links/views.ts'
import { requestChangeNotices } from '../../mail-tokens/account-changed.ts'
import { judgeDisplayName } from '../../names/display-name.ts'
import { judgeUsername } from '../../names/held-username.ts'
import type { Asker } from '../../passwords/asker.ts'
import { type Actor, accessAccountToChange, holdAccount } from '../authority.ts'
import { judgeCurrentPassword } from '../current-password.ts'
import { renamedEvent, sessionsRevokedEvent } from '../events.ts'
import type { UpdateUserBody, User } from '../schemas.ts'
import { type Account, type AccountChange, isAdministrator, keepFormerName, updateAccount } from '../store.ts'
import { userView } from '../views.ts'

/**
 * Changes a member's names or password. A new password ends the account's other sessions.
 * @throws ApiError 401 if the caller's credentials end meanwhile; 404; 403 without authority, the right password or a
 * recent sign-in; 422 for the display name and without the current password; 429 after too many wrong ones or too many
 * new names; 409 for a username that is taken, and for another administrator's account.
 */
export async function updateUser(
  context: Context,
  actor: Actor,
  userId: string,
  input: UpdateUserBody,
  acting: Acting,
): Promise<User> {
  const account = await accessAccountToChange(context, actor, userId)
  const { display_name: name } = input
  if (name !== undefined && name !== account.displayName && account.administratorName === null)
    await judgeDisplayName(context, name, { accountId: account.id, traceparent: actor.traceparent })
  const isOwn = actor.id === account.id
  const isGuarded = input.username !== undefined || input.password !== undefined
  // For another's account, or one that has no password yet, the recent sign-in is the proof.
  const isJudged = isGuarded && isOwn && account.passwordHash !== null
  if (isJudged) await judgeCurrentPassword(context, account, input.current_password, acting.asker)
  const storing = {
    id: account.id,
    judgedVersion: isJudged ? account.credentialVersion : undefined,
    proof: isGuarded && !isJudged ? actor : undefined,
    change: await changeOf(context, input, acting.asker),
    acting,
    isOwn,
    traceparent: actor.traceparent,
  }
  const changed = isRenaming(account, input)
    ? await charged(context.limits.renames, account.id, () => store(context, storing))
    : await store(context, storing)
  const links = await readLinks(context.pool, account.id)
  return userView(changed, linksView(context.config.games, links), { full: true })
}

function isRenaming(account: Account, { username, display_name }: UpdateUserBody): boolean {
  const isNew = (name: string | undefined, current: string) => name !== undefined && name !== current
  return isNew(username, account.username) || isNew(display_name, account.displayName)
}

async function changeOf({ passwords }: Context, input: UpdateUserBody, asker: Asker): Promise<AccountChange> {
  return {
    ...(input.username === undefined ? {} : { username: input.username }),
    ...(input.display_name === undefined ? {} : { displayName: input.display_name }),
    ...(input.password === undefined ? {} : { passwordHash: await passwords.hash(input.password, asker) }),
  }
}

const sessionOf = ({ authentication }: Acting) =>
  authentication?.by.kind === 'session' ? authentication.by.sessionId : undefined

interface Storing {
  id: string
  /** The version of the password that was verified, if one was. */
  judgedVersion: number | undefined
  /** Who must have signed in recently instead; undefined if a password was verified or nothing needs proof. */
  proof: Proof | undefined
  change: AccountChange
  acting: Acting
  /** Whether the caller's session stays. */
  isOwn: boolean
  traceparent: string
}

async function store(
  context: Context,
  { id, judgedVersion, proof, change, acting, isOwn, traceparent }: Storing,
): Promise<Account> {
  try {
    return await context.transaction(async (tx) => {
      const before = await holdAccount(tx, id)
      await holdAuthority(tx, acting)
      if (!isOwn && isAdministrator(before)) throw new ApiError(errors.accountOfAdministrator)
      if (judgedVersion !== undefined && judgedVersion !== before.credentialVersion) {
        throw new ApiError(errors.currentPasswordWrong)
      }
      if (proof) await judgeRecent(tx, proof)
      if (Object.keys(change).length === 0) return before
      const isShownAnew = change.displayName !== undefined && change.displayName !== before.displayName
      if (isShownAnew) await keepFormerName(tx, before)
      const after = await updateAccount(tx, id, isShownAnew ? { ...change, renamedAt: new Date() } : change)
      if (after.username !== before.username) await judgeUsername(context.env, tx, after.username)
      const isRenamed = after.username !== before.username || after.displayName !== before.displayName
      const hasNewPassword = change.passwordHash !== undefined
      if (hasNewPassword) await deleteSessions(tx, id, isOwn ? sessionOf(acting) : undefined)
      await appendEvents(tx, traceparent, [
        ...(isRenamed ? [renamedEvent(after)] : []),
        ...(hasNewPassword ? [sessionsRevokedEvent(id)] : []),
        ...(await notices(context, tx, before, after)),
      ])
      return after
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError(errors.usernameTaken, { cause: error })
    throw error
  }
}

/** The notices about what the member signs in with. */
async function notices(
  context: Context,
  tx: Queries,
  before: Account,
  after: Account,
): Promise<EventDraft[]> {
  const events: EventDraft[] = []
  if (after.passwordHash !== before.passwordHash)
    events.push(...(await requestChangeNotices(context, tx, after, { change: 'PasswordChanged' })))
  if (after.username !== before.username) {
    const changed = { change: 'UsernameChanged', what: before.username } as const
    events.push(...(await requestChangeNotices(context, tx, after, changed)))
  }
  return events
}
