import { newId } from '@agora/shared/contracts/ids'
import { appendEvent } from '@agora/shared/messaging/outbox'
import type { Context } from '../context.ts'
import { createdEvent } from '../identity/accounts/events.ts'
import { insertAccount } from '../identity/accounts/store.ts'
import { theProcess } from '../identity/passwords/asker.ts'
import { findAdministrator, isAdministratorMade, lockAdministrator, makeAdministrator } from './store.ts'

/**
 * Makes the configured account the only administrator. It is created with ADMIN_PASSWORD if it does not exist; after
 * that its names and password are its owner's, and no start changes them.
 */
export async function applyAdministrator({
  pool,
  transaction,
  passwords,
  config,
  env,
  logger,
}: Context): Promise<void> {
  const { username, display_name } = config.administrator
  const password = env.ADMIN_PASSWORD
  if (await isAdministratorMade(pool, username)) return
  // Before the transaction: hashing is slow, and slower on a busy machine.
  const passwordHash = password === undefined ? undefined : await passwords.hash(password, theProcess)
  await transaction(async (tx) => {
    await lockAdministrator(tx)
    const known = await findAdministrator(tx, username)
    if (known !== undefined) {
      await makeAdministrator(tx, known, username)
      return
    }
    if (passwordHash === undefined)
      throw new Error('ADMIN_PASSWORD is not set, and the administrator has no account yet')
    await makeAdministrator(tx, undefined, username)
    const account = await insertAccount(tx, {
      id: newId(),
      username,
      displayName: display_name,
      passwordHash,
      administratorName: username,
    })
    await appendEvent(tx, null, createdEvent(account))
    logger.info({ user: account.id, username }, 'the administrator’s account was created')
  })
}
