import { newId } from '@agora/shared/contracts/ids'
import type { Role } from '../../authority/role.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

type Tx = Prisma.TransactionClient

/** A role in a section, or of the whole forum where there is no section, and who bears it. */
export interface Grant {
  userId: string
  role: Role
  sectionId: string | null
}

/** Answers whether the role was not held before. */
export async function insertGrant(tx: Tx, grant: Grant, grantedById: string): Promise<boolean> {
  const { count } = await tx.roleGrant.createMany({
    data: [{ id: newId(), ...grant, grantedById, startTime: new Date() }],
    skipDuplicates: true,
  })
  return count > 0
}

/** Answers whether the role was held before. */
export async function deleteGrant(tx: Tx, grant: Grant): Promise<boolean> {
  return (await tx.roleGrant.deleteMany({ where: grant })).count > 0
}
