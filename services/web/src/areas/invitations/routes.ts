import type { MountPages } from '../../http/pages.ts'
import { createInvitation, endInvitation, showInvitations } from './invitations.tsx'

export const invitationPages: MountPages = (pages) => {
  pages.get('/invitations', showInvitations)
  pages.post('/invitations', createInvitation)
  pages.post('/invitations/:invitation/end', endInvitation)
}
