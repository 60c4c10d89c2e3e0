/** Postgres notifications, sent when the change commits; the payload is the task's id. */
export const DUE_CHANNEL = 'mail_jobs_task_due'
export const DONE_CHANNEL = 'mail_jobs_task_done'
