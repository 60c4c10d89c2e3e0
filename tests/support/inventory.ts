import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ServiceName } from '@agora/shared/contracts/services'

export interface ServiceInventory {
  name: ServiceName
  /** The codes of its catalogue. */
  errors: string[]
  routes: {
    method: string
    url: string
    caller: string
    errors: { code: string; isCatalogued: boolean }[]
  }[]
}

/** The routes that the compiled services mount. In a process of its own: their contexts retry their stores for ever. */
export async function inventory(): Promise<ServiceInventory[]> {
  const script = path.join(import.meta.dirname, 'inventory.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout)
}
