import { Prisma } from '../generated/prisma/client.ts'

/** For statements that together answer one question: the second sees what the first saw, whatever is written meanwhile. */
export const ONE_LOOK = { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead }
