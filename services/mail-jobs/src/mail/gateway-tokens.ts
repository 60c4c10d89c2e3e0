import { MailToken } from '@agora/shared/contracts/internal-mail'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { type Ask, asking } from './asking.ts'

/** What the gateway returns for an account mail, by the mail's id. */
export type FetchMailToken = Ask<MailToken>

export const gatewayTokens = ({ gateway, key }: { gateway: Upstream; key: string }): FetchMailToken =>
  asking(gateway, key, '/internal/mail-tokens', (mail_id) => ({ mail_id }), MailToken)
