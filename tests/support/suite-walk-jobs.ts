import { newMail } from './suite-contents.ts'
import { forMembers, type Walk } from './suite-rows.ts'
import { REFUSED } from './suite-world.ts'

const unreadable = '500 internal error'
const noMail = '403 forbidden'
const aMail = { 'content-type': 'message/rfc822' }
const absence = Buffer.from('Subject: Out of office\r\n\r\nBack on Monday.')

/** Jobs, and mail. */
export const jobsWalk: Walk = {
  listJobs: [
    ['lists', 'administrator', '/job/jobs', { offset: 0, limit: 100 }],
    ['tells nobody else', 'member', '/job/jobs', unreadable],
  ],
  createJob: [
    // Succeeds only for a kind that administrators may create.
    ['knows no kind', 'administrator', '/job/jobs', unreadable, { kind: 'Unknown', state: null }],
    [
      'refuses a member',
      'member',
      '/job/jobs',
      '403 current actor does not have the permission to create a job',
      { kind: 'Unknown', state: null },
    ],
  ],
  getJob: [
    ['shows a job', 'administrator', '/job/jobs/{job}', { id: '{job}' }],
    ['tells nobody else', 'guest', '/job/jobs/{job}', unreadable],
  ],
  getTask: [
    ['shows a task', 'administrator', '/job/tasks/{task}', { id: '{task}', status: 'Complete' }],
    ['knows no other', 'administrator', '/job/tasks/{nowhere}', unreadable],
  ],
  getExport: [
    ['gives the file', 'member', '/job/exports/{export}/1', '200'],
    [
      'sends a guest’s browser to sign in',
      'guest',
      '/job/exports/{export}/1',
      '303',
      undefined,
      { accept: 'text/html' },
    ],
    ...forMembers('/job/exports/{export}/1'),
    ['gives it to nobody else', 'administrator', '/job/exports/{export}/1', '404 export not found'],
  ],
  listOutboundEmails: [
    ['lists', 'administrator', '/outbound_email', { offset: 0, limit: 100 }],
    ['refuses a member', 'member', '/outbound_email', noMail],
  ],
  sendOutboundEmail: [
    [
      'sends',
      'administrator',
      '/outbound_email',
      { recipient: 'once@example.com' },
      async () => newMail('once@example.com'),
    ],
    ['refuses a guest', 'guest', '/outbound_email', noMail, async () => newMail('once@example.com')],
    [
      'tells that a mail was refused',
      'administrator',
      '/outbound_email',
      unreadable,
      async () => newMail(REFUSED),
    ],
  ],
  takeBounce: [
    [
      'reads it',
      'guest',
      '/outbound_email/bounces/{bounce}',
      { is_refusal: false },
      async () => absence,
      aMail,
    ],
    ['names no mail', 'guest', '/outbound_email/bounces/x', '404 mail not found', async () => absence, aMail],
  ],
  openOutboundEmail: [['shows a pixel', 'guest', '/outbound_email/open/{pixel}', '200']],
}
