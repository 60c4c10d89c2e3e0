import type { Job, PrismaClient, Task } from '../../generated/prisma/client.ts'

export type TaskRow = Task
export type JobRow = Job & { task: Task | null }

/** The most recent jobs, and how many there are in all. */
export async function readJobs(
  prisma: PrismaClient,
  limit: number,
): Promise<{ count: number; jobs: JobRow[] }> {
  const [count, jobs] = await Promise.all([
    prisma.job.count(),
    prisma.job.findMany({
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
      include: { task: true },
    }),
  ])
  return { count, jobs }
}

export const findJob = (prisma: PrismaClient, id: string): Promise<JobRow | null> =>
  prisma.job.findUnique({ where: { id }, include: { task: true } })

export const findTask = (prisma: PrismaClient, id: string): Promise<TaskRow | null> =>
  prisma.task.findUnique({ where: { id } })
