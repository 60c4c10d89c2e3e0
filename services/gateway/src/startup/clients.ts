import type { Context } from '../context.ts'
import { upsertOauthClient } from '../identity/clients/operations/upsert-oauth-client.ts'
import { theProcess } from '../identity/passwords/asker.ts'

/** Registers the configured clients by the same operation as the internal route. */
export async function applyClients(context: Context, source: NodeJS.ProcessEnv = process.env): Promise<void> {
  for (const { secret_env, public: isPublic, ...client } of context.config.clients) {
    if (isPublic || secret_env === undefined) {
      await upsertOauthClient(context, { ...client, public: true }, theProcess)
      continue
    }
    const secret = source[secret_env]
    if (!secret) throw new Error(`${secret_env}, the secret of the client ${client.key}, is not set`)
    const registered = { ...client, secret: Buffer.from(secret, 'utf8').toString('hex') }
    await upsertOauthClient(context, registered, theProcess)
  }
}
