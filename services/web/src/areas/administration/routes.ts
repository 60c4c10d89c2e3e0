import type { Keeping, MountPages, Reader, Writer } from '../../http/pages.ts'
import { showApp, updateApp } from './app.tsx'
import { showApps } from './apps.tsx'
import { renewSecret, resumeChannel, updateChannel } from './channel.tsx'
import { editClient, showClient } from './client-edit.tsx'
import { createClient, showNewClient } from './client-form.tsx'
import { removeClient, showClients, showRemoval } from './clients.tsx'
import { sendDelivery, showDeliveries } from './deliveries.tsx'
import { requireAdministrator } from './frame.tsx'
import { changeGroupMember, removeGroup, renameGroup, showGroup } from './group.tsx'
import { createGroup, showGroups } from './groups.tsx'
import { showAdministration } from './home.tsx'
import { showJobs } from './jobs.tsx'
import { changeLook, showLook } from './look.tsx'
import { changeSitePicture, removeSitePicture } from './look-picture-changes.ts'
import { sendMail, showMails } from './mails.tsx'
import { endSessions, renameMember, resendMail, showMemberAccount } from './member.tsx'
import { changeAdministrator, eraseMember, setPassword } from './member-acts.ts'
import { showMembers } from './members.tsx'
import { givePower, revokePower, showPowers } from './powers.tsx'
import { changeRegistration, showRegistration } from './registration.tsx'
import { closeSection, openSection } from './section-closing.tsx'
import { createSection, showNewSection, showSection, updateSection } from './section-form.tsx'
import { orderSections } from './section-order.ts'
import { changeSectionPicture, removeSectionPicture } from './section-picture.ts'
import { showSections } from './sections.tsx'
import { showTextForm, showTexts, writeText } from './texts.tsx'

/** All pages of this area are for administrators. The API checks that again. */
export const administrationPages: MountPages = (pages) => {
  const forThem =
    (read: Reader): Reader =>
    async (visit, params, kept) => {
      requireAdministrator(visit)
      return read(visit, params, kept)
    }
  const get = (url: string, read: Reader, reads?: readonly string[]) =>
    pages.get(`/administration${url}`, forThem(read), reads)
  const writtenByThem =
    (write: Writer): Writer =>
    async (visit, params, form) => {
      requireAdministrator(visit)
      return write(visit, params, form)
    }
  const post = (url: string, write: Writer, keeping?: Keeping) =>
    pages.post(
      `/administration${url}`,
      writtenByThem(write),
      keeping && { ...keeping, shownBy: forThem(keeping.shownBy) },
    )
  const postPicture = (url: string, write: Writer) => pages.post(`/pictures${url}`, writtenByThem(write))

  get('', showAdministration)
  get('/sections', showSections)
  get('/sections/new', showNewSection)
  post('/sections/new', createSection)
  post('/sections/order', orderSections)
  post('/sections/:section/close', closeSection)
  post('/sections/:section/open', openSection)
  get('/sections/:section', showSection)
  post('/sections/:section', updateSection)
  postPicture('/sections/:section', changeSectionPicture)
  post('/sections/:section/picture/remove', removeSectionPicture)
  get('/members', showMembers, ['name', 'role', 'state', 'sort', 'after', 'erased'])
  get('/members/:member', showMemberAccount, ['done'])
  post('/members/:member/names', renameMember)
  post('/members/:member/resend', resendMail)
  post('/members/:member/sessions/end', endSessions)
  post('/members/:member/administrator', changeAdministrator)
  post('/members/:member/password', setPassword)
  post('/members/:member/erase', eraseMember)
  get('/roles', showPowers, ['done'])
  post('/roles', givePower)
  post('/roles/revoke', revokePower)
  get('/groups', showGroups)
  post('/groups', createGroup)
  get('/groups/:group', showGroup, ['page'])
  post('/groups/:group', renameGroup)
  post('/groups/:group/members', changeGroupMember)
  post('/groups/:group/delete', removeGroup)
  get('/look', showLook, ['done'])
  post('/look', changeLook)
  for (const use of ['logo', 'icon'] as const) {
    postPicture(`/site/${use}`, changeSitePicture(use))
    post(`/look/${use}/remove`, removeSitePicture(use))
  }
  get('/registration', showRegistration, ['done'])
  post('/registration', changeRegistration)
  get('/texts', showTexts, ['done'])
  get('/texts/:text/:locale', showTextForm)
  post('/texts/:text/:locale', writeText, { texts: ['body'], shownBy: showTextForm })
  get('/clients', showClients, ['page'])
  get('/clients/new', showNewClient)
  post('/clients/new', createClient)
  get('/clients/:client', showClient)
  post('/clients/:client', editClient)
  get('/clients/:client/remove', showRemoval)
  post('/clients/:client/remove', removeClient)
  get('/apps', showApps)
  get('/apps/:app', showApp, ['saved'])
  post('/apps/:app', updateApp)
  post('/apps/:app/channels/:channel', updateChannel, { texts: ['description'], shownBy: showApp })
  post('/apps/:app/channels/:channel/secret', renewSecret)
  post('/apps/:app/channels/:channel/resume', resumeChannel)
  get('/deliveries', showDeliveries, ['sent', 'page'])
  post('/deliveries/:delivery/send', sendDelivery)
  get('/mails', showMails, ['sent'])
  post('/mails', sendMail)
  get('/jobs', showJobs)
}
