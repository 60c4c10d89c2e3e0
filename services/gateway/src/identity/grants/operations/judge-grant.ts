import type { GrantAnswer, GrantQuestion } from '@agora/shared/contracts/internal-grants'
import type { Context } from '../../context.ts'
import { allowedScopes } from '../../oauth/scopes.ts'
import { readGrantFacts } from '../store.ts'

/** Whether a member has granted a client a scope that it may still have. */
export async function judgeGrant({ pool }: Context, question: GrantQuestion): Promise<GrantAnswer> {
  const { isUser, client, scopes } = await readGrantFacts(pool, question)
  const isClient = client?.isConfidential === true && client.key === question.key
  const isGranted =
    isClient &&
    scopes.includes(question.scope) &&
    allowedScopes(client.allowedScopes).includes(question.scope)
  return { is_user: isUser, is_client: isClient, is_granted: isGranted }
}
