import type { Context } from '../../../context.ts'
import type { TextNames } from '../schemas.ts'
import { readTextNames } from '../store.ts'
import { viewTextName } from '../views.ts'

export const listTexts = async ({ db }: Context): Promise<TextNames> => ({
  items: (await readTextNames(db)).map(viewTextName),
})
