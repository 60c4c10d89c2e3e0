import { newId } from '@agora/shared/contracts/ids'
import { EXPORT_KIND } from '@agora/shared/contracts/jobs'
import type { Queries } from '@agora/shared/database/sql'
import { requestMail } from '../areas/outbound-email/store.ts'
import { ExportArchive } from '../exports/archive.ts'
import type { ExportSource } from '../exports/sources.ts'
import { deleteEarlierPieces, findExport, insertPiece, markReady } from '../exports/store.ts'
import type { TaskKind } from './kind.ts'

export interface ExportContext {
  readonly db: Queries
  readonly sources: readonly ExportSource[]
  /** The sender's address. */
  readonly sender: string
}

/** How long sending the mail may take, in milliseconds. */
const MAIL_WITHIN_MS = 24 * 60 * 60 * 1000

/** Gathers everything the services hold about a member, and has the link mailed. Each attempt starts over. */
export const exportMember = ({ db, sources, sender }: ExportContext): TaskKind => ({
  ...EXPORT_KIND,
  async run(task, signal) {
    const { export: id } = task.state as { export: string }
    const found = await findExport(db, id)
    // The member no longer exists.
    if (!found) return { type: 'complete', output: { outcome: 'Dropped' } }
    const { userId } = found
    const { attempts: attempt } = task
    await deleteEarlierPieces(db, id, attempt)
    const archive = new ExportArchive((file, position, bytes) =>
      insertPiece(db, { exportId: id, attempt, file }, position, bytes),
    )
    for (const source of sources) {
      for (let cursor: string | null = null; ; ) {
        signal.throwIfAborted()
        const page = await source.page(userId, cursor, task.traceparent, signal)
        await archive.add(`${source.name}/${page.file}.ndjson`, page.lines)
        const { piece } = page
        if (piece) await archive.addBytes(`${source.name}/${piece.name}`, Buffer.from(piece.bytes, 'base64'))
        cursor = page.next
        if (cursor === null) break
      }
    }
    const files = await archive.end()
    return {
      type: 'complete',
      output: { outcome: 'Ready', files: files.length, bytes: files.reduce((sum, bytes) => sum + bytes, 0) },
      effect: async (tx) => {
        await markReady(tx, id, attempt, files)
        const mail = {
          id: newId(),
          user: userId,
          kind: 'ExportReady',
          deadline: new Date(Date.now() + MAIL_WITHIN_MS),
          sender,
          data: { export: id, files: files.length },
        } as const
        await requestMail(tx, mail, task.traceparent)
      },
    }
  },
})
