import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import type { Context } from '../context.ts'

/** @throws ApiError 409 for a client that the startup configuration names */
export function refuseConfigured({ config }: Context, client: { id?: string; key: string }): void {
  if (config.clients.some(({ id, key }) => key === client.key || (id && id.toLowerCase() === client.id)))
    throw new ApiError(errors.clientConfigured)
}
