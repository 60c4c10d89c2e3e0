import type { MountPages } from '../../http/pages.ts'
import { showAccount } from './account.tsx'
import { changeAvatar, removeAvatar } from './avatar-changes.ts'
import {
  addEmail,
  askForExport,
  changeName,
  changePassword,
  changeVisibility,
  deleteAccount,
  endGrant,
  endOthers,
  endSession,
  removeLink,
  saveSettings,
  unlinkAccount,
} from './changes.ts'
import {
  addPasskey,
  addTotp,
  enableTotp,
  removeFactor,
  renewCodes,
  showPasskeyAdded,
} from './factors/changes.ts'
import { showFactors } from './factors/page.tsx'
import { showDeleted } from './own-data.tsx'
import { showOwnReports } from './own-reports.tsx'
import { showOwnSanctions } from './own-sanctions.tsx'
import { chooseLanguage, savePreferences, showPreferences } from './preferences.tsx'
import { saveProfile } from './profile-changes.ts'

export const accountPages: MountPages = (pages) => {
  pages.get('/account', showAccount, ['saved', 'page'])
  pages.post('/account/name', changeName)
  pages.post('/account/profile', saveProfile, { texts: ['about'], shownBy: showAccount })
  pages.post('/pictures/avatar', changeAvatar)
  pages.post('/account/avatar/remove', removeAvatar)
  pages.post('/account/password', changePassword)
  pages.post('/account/emails', addEmail)
  pages.post('/account/links/:link/remove', removeLink)
  pages.post('/account/sessions/end', endOthers)
  pages.post('/account/sessions/:session/end', endSession)
  pages.post('/account/grants/:client/end', endGrant)
  pages.post('/account/accounts/:app/visibility', changeVisibility)
  pages.post('/account/accounts/:app/remove', unlinkAccount)
  pages.get('/account/factors', showFactors, ['saved'])
  pages.post('/account/factors/totp', addTotp)
  pages.post('/account/factors/:factor/enable', enableTotp)
  pages.post('/account/factors/passkeys', addPasskey)
  pages.post('/account/factors/passkeys/added', showPasskeyAdded)
  pages.post('/account/factors/codes', renewCodes)
  pages.post('/account/factors/:factor/remove', removeFactor)
  pages.post('/account/notifications', saveSettings)
  pages.post('/account/export', askForExport)
  pages.post('/account/delete', deleteAccount)
  pages.get('/account-deleted', showDeleted)
  pages.get('/reports', showOwnReports, ['sent', 'page'])
  pages.get('/sanctions', showOwnSanctions, ['page'])
  pages.get('/preferences', showPreferences, ['saved'])
  pages.postByAnybody('/preferences', savePreferences)
  pages.postByAnybody('/preferences/language', chooseLanguage)
}
