import type { RoleGrants } from '@agora/shared/contracts/internal-roles'
import type { Context } from '../../../context.ts'
import { readGrants } from '../store.ts'

export const listRoleGrants = async ({ db }: Context): Promise<RoleGrants> => ({
  grants: await readGrants(db),
})
