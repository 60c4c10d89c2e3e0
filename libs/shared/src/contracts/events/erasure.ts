import { Type } from 'typebox'
import { Uuid } from '../types.ts'
import { defineEvent } from './event.ts'

/**
 * An account was erased: the entry of a ledger that lies outside all databases, so that a backup that is put back does not
 * bring the account back.
 */
export const accountErased = defineEvent({
  type: 'agora.erasure.account.v1',
  data: Type.Object({ user: Uuid }),
  subject: () => 'erasure.account',
  key: ({ user }) => user,
})
