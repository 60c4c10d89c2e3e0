import type { Context } from '../../../context.ts'
import { newMailRequest } from '../../mail-tokens/request.ts'
import { insertMailRequest } from '../../mail-tokens/store.ts'

/**
 * Takes down that somebody asked. Whether the address is anybody's is found out apart from this request
 * (`send-reset-mails.ts`), so that neither the answer nor its time can tell.
 */
export async function requestPasswordReset({ prisma }: Context, email: string): Promise<void> {
  await insertMailRequest(prisma, newMailRequest('ResetPassword', null, email))
}
