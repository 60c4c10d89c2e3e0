import type { Server } from '@agora/shared/http/types'
import type { Context } from '../../context.ts'
export function roleRoutes(_app: Server, _context: Context): void {}
