import { Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const ReadInput = Type.Object({ up_to_post: Uuid })

export const ReadState = Type.Object({ is_unread: Type.Boolean() })
export type ReadState = Static<typeof ReadState>
