import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { Pixels } from './pixel.ts'
import type { TellRefusal } from './refusals.ts'
import type { ReturnPaths } from './return-paths.ts'
import type { MailSite } from './site.ts'
import type { DeliverMail } from './smtp.ts'
import type { MailSources } from './sources.ts'
import type { MailStore } from './store.ts'

/** What the worker needs to write and send a mail. */
export interface MailContext extends MailSources {
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly metrics: Metrics
  /** Where links lead. */
  readonly siteUrl: string
  /** The site as it is named now. */
  readonly site: () => Promise<MailSite>
  readonly mails: MailStore
  readonly pixels: Pixels
  readonly returnPaths: ReturnPaths
  readonly deliver: DeliverMail
  readonly tellRefusal: TellRefusal
}
