import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { toApiError } from '@agora/shared/errors/renderer'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { onRequestHookHandler } from 'fastify'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { isCaptchaScope } from '../../protocol/scope.ts'
import { createCaptchaChallenge } from './operations/create-captcha-challenge.ts'
import {
  type RedemptionClaim,
  redeemCaptchaChallenge,
  refusal,
} from './operations/redeem-captcha-challenge.ts'
import { returnCaptchaToken } from './operations/return-captcha-token.ts'
import { spendCaptchaToken } from './operations/spend-captcha-token.ts'
import {
  CaptchaChallenge,
  Redemption,
  RedemptionResult,
  Returned,
  ScopeParams,
  Spending,
  SpendingResult,
} from './schemas.ts'
import { challengeView, redemptionView } from './views.ts'

/** An unknown scope is an unknown route: checked before the body is read. */
const requireScope: onRequestHookHandler = (request, _reply, done) => {
  const { scope } = request.params as { scope?: unknown }
  done(isCaptchaScope(scope) ? undefined : new ApiError(common.notFound))
}

export const challengeRoutes = tagged('Captcha', (app, context: Context) => {
  app.post('/api/v1/captcha/:scope/challenge', {
    config: { access: access.anyone },
    onRequest: requireScope,
    schema: {
      operationId: 'createCaptchaChallenge',
      summary: 'Issue a proof-of-work challenge',
      description: 'In the protocol of the Cap widget. A challenge is valid for ten minutes, once.',
      params: ScopeParams,
      response: responses(CaptchaChallenge, [common.notFound, errors.misconfigured]),
    },
    handler: (request, reply) => {
      reply.send(challengeView(createCaptchaChallenge(context, request.params.scope)))
    },
  })

  app.post('/api/v1/captcha/:scope/redeem', {
    config: { access: access.anyone },
    onRequest: requireScope,
    // The schema documents the body; the operation validates it, since a malformed one is refused like any other.
    validatorCompiler: () => () => true,
    errorHandler: (error) => {
      throw isUnreadableBody(error) ? refusal(context, errors.invalidChallenge, error) : error
    },
    schema: {
      operationId: 'redeemCaptchaChallenge',
      summary: 'Exchange a solved challenge for a verification token',
      description:
        'In the protocol of the Cap widget. The token is valid for 20 minutes and is spent as `cap-token`.',
      params: ScopeParams,
      body: Redemption,
      response: responses(RedemptionResult, [
        errors.invalidChallenge,
        errors.otherScope,
        errors.invalidSolutions,
        errors.alreadyRedeemed,
        common.notFound,
      ]),
    },
    handler: async (request) => {
      const claim: RedemptionClaim = Object(request.body)
      return redemptionView(await redeemCaptchaChallenge(context, request.params.scope, claim))
    },
  })

  app.post('/internal/captcha/spend', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'spendCaptchaToken',
      summary: 'Use a verification token up for one protected request',
      body: Spending,
      response: responses(SpendingResult, [common.unauthenticated]),
    },
    handler: async ({ body: { token, scope } }) => ({
      outcome: await spendCaptchaToken(context, scope, token),
    }),
  })

  app.post('/internal/captcha/return', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'returnCaptchaToken',
      summary: 'Make a spent verification token good again, since the request was refused for another reason',
      body: Spending,
      response: responses(Returned, [common.unauthenticated]),
    },
    handler: async ({ body: { token, scope } }) => {
      await returnCaptchaToken(context, scope, token)
      return {}
    },
  })
})

const unreadable: readonly ErrorDefinition[] = [common.malformedBody, common.missingBody, common.invalidBody]

/** A body that is missing, not JSON, or not even parsed contains no token either. */
const isUnreadableBody = (error: unknown): boolean => unreadable.includes(toApiError(error).definition)
