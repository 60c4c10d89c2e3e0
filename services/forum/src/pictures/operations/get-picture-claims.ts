import type { PictureClaims } from '@agora/shared/contracts/internal-media'
import type { Context } from '../../context.ts'
import { isBehind } from '../store.ts'

export const getPictureClaims = async ({ db }: Context): Promise<PictureClaims> => ({
  is_behind: await isBehind(db),
})
