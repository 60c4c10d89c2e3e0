import { AvatarChoice } from '@agora/shared/contracts/internal-media'
import { callService } from '@agora/shared/upstream/call-service'
import type { Context } from '../context.ts'

const TIMEOUT_MS = 2_000

/**
 * The claim `picture`: the address of the avatar that a member has chosen, if any. While the media service is away it is
 * left out, so that no sign-in depends on it.
 */
export async function pictureOf(
  { services, env, logger }: Context,
  accountId: string,
  issuer: string,
): Promise<string | undefined> {
  const { upstream } = services.media
  if (upstream.isEmpty) return undefined
  try {
    const { is_chosen: isChosen } = await callService(upstream, {
      path: `/internal/avatars/${accountId}`,
      key: env.SERVICE_KEY,
      answer: AvatarChoice,
      traceparent: null,
      timeoutMs: TIMEOUT_MS,
    })
    return isChosen ? `${issuer}/api/v1/users/${accountId}/avatar?size=192` : undefined
  } catch (error) {
    logger.warn({ err: error }, 'an application is not told of an avatar: the media service does not answer')
    return undefined
  }
}
