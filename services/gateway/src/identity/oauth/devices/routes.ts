import {
  DeviceDecision,
  DeviceQuestion,
  DeviceRequest,
  NothingMore,
} from '@agora/shared/contracts/internal-pages'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
import { needsConfirmation } from '../allow.ts'
import { accessDevice, answerDevice } from './member.ts'

const config = { access: access.services('web') }
const refusals = [common.notFound]

/** For the page where a member answers a device. */
export function deviceRoutes(app: Server, context: Context): void {
  app.post('/internal/devices', {
    config,
    schema: {
      operationId: 'getDeviceRequest',
      summary: 'Says what the device with a user code asks the page’s caller for',
      body: DeviceQuestion,
      response: responses(DeviceRequest, refusals),
    },
    handler: async (request) => {
      const { session, client, scopes } = await accessDevice(context, request, request.body.user_code)
      return {
        client: { display_name: client.displayName, app_uri: client.appUri },
        scopes: [...scopes],
        needs_confirmation: await needsConfirmation(context.pool, session, scopes),
      }
    },
  })

  app.post('/internal/devices/answers', {
    config,
    schema: {
      operationId: 'answerDevice',
      summary: 'Takes down what the page’s caller answers a device',
      body: DeviceDecision,
      response: responses(NothingMore, [...refusals, common.recentSignInRequired]),
    },
    handler: async (request) => {
      const { user_code, decision } = request.body
      await answerDevice(context, await accessDevice(context, request, user_code), decision)
      return {}
    },
  })
}
