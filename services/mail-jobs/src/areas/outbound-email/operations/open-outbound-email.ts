import type { Context } from '../../../context.ts'

/** Records the first time a mail is opened. An unknown token changes nothing and looks no different. */
export async function openOutboundEmail({ config, pixels, mails }: Context, token: string): Promise<void> {
  const id = pixels.mailOf(token)
  if (id !== undefined && config.mail.track_opens) await mails.markRead(id)
}
