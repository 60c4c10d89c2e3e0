import { newId } from '@agora/shared/contracts/ids'
import type { Transaction } from '@agora/shared/database/sql'
import { newRecoveryCodes } from '../factors/codes.ts'
import { insertRecoveryCodes } from '../factors/store.ts'
import { replaceRecoverySet } from './store.ts'

/** Gives an account new recovery codes; those of before are worth nothing any more. */
export async function renewRecoveryCodes(tx: Transaction, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const id = newId()
  await replaceRecoverySet(tx, accountId, id)
  await insertRecoveryCodes(
    tx,
    id,
    codes.map((code) => code.replaceAll('-', '')),
  )
  return codes
}
