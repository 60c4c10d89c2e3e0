import { Job } from '@agora/shared/contracts/jobs'
import type { Caller, UserPrincipal } from '@agora/shared/contracts/principal'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { createJob } from './operations/create-job.ts'
import { getJob } from './operations/get-job.ts'
import { getTask } from './operations/get-task.ts'
import { listJobs } from './operations/list-jobs.ts'
import { JobListing, JobParams, NewJob, Task, TaskParams } from './schemas.ts'

/** Only administrators may read jobs, and nobody is told why a read failed. */
const reading = {
  access: access.administratorOr(common.forbidden),
  everyFailure: errors.jobUnreadable,
}

export const jobRoutes = tagged('Jobs', (app, context: Context) => {
  app.get('/api/v1/job/jobs', {
    config: reading,
    schema: {
      operationId: 'listJobs',
      summary: 'List the 100 most recent jobs',
      description: 'For administrators. Every other failure is told as the same 500.',
      response: responses(JobListing, [errors.jobUnreadable]),
    },
    handler: async ({ principal }) => listJobs(context, principal),
  })

  app.post('/api/v1/job/jobs', {
    config: { access: access.administratorOr(errors.cannotCreateJob) },
    schema: {
      operationId: 'createJob',
      summary: 'Create a job',
      description: 'There is no kind of job that can be created so; jobs come from the mails that are sent.',
      body: NewJob,
      response: responses(Job, [errors.cannotCreateJob, errors.unknownKind]),
    },
    handler: async (request) => createJob(context, request.principal as Caller<UserPrincipal>, request.body),
  })

  app.get('/api/v1/job/jobs/:job_id', {
    config: reading,
    schema: {
      operationId: 'getJob',
      summary: 'Read one job',
      description: 'For administrators. Every other failure is told as the same 500.',
      params: JobParams,
      response: responses(Job, [errors.jobUnreadable]),
    },
    handler: async (request) => getJob(context, request.params.job_id, request.principal),
  })

  app.get('/api/v1/job/tasks/:task_id', {
    config: reading,
    schema: {
      operationId: 'getTask',
      summary: 'Read one task with its state and output',
      description: 'For administrators. Every other failure is told as the same 500.',
      params: TaskParams,
      response: responses(Task, [errors.jobUnreadable]),
    },
    handler: async (request) => getTask(context, request.params.task_id),
  })
})
