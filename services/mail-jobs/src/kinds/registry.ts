import type { MailContext } from '../mail/context.ts'
import { deliverMail } from './deliver-mail.ts'
import { type ExportContext, exportMember } from './export-member.ts'
import type { TaskKind } from './kind.ts'

export type KindRegistry = ReadonlyMap<string, TaskKind>

export const registryOf = (kinds: readonly TaskKind[]): KindRegistry =>
  new Map(kinds.map((kind) => [kind.name, kind]))

/** Every kind of task that this service runs. */
export const createKinds = (mail: MailContext, exporting: ExportContext): KindRegistry =>
  registryOf([deliverMail(mail), exportMember(exporting)])
