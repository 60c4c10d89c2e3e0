import type { Context } from '../../../context.ts'
import { newMailRequest } from '../../mail-tokens/request.ts'
import { insertMailRequest } from '../../mail-tokens/store.ts'

/**
 * Records the request. Whether the address is an account's is looked up later (`send-reset-mails.ts`), so that neither
 * the answer nor its timing reveals it.
 */
export async function requestPasswordReset({ prisma }: Context, email: string): Promise<void> {
  await insertMailRequest(prisma, newMailRequest('ResetPassword', null, email))
}
