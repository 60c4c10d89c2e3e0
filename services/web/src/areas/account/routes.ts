import type { Area } from '../../http/pages.ts'
import { showAccount } from './account.tsx'
import {
  addEmail,
  askForExport,
  changeName,
  changePassword,
  deleteAccount,
  endGrant,
  endOthers,
  endSession,
  removeLink,
  saveSettings,
} from './changes.ts'
import { showOwnReports } from './own-reports.tsx'
import { chooseLanguage, savePreferences, showPreferences } from './preferences.tsx'

export const accountPages: Area = (pages) => {
  pages.get('/account', showAccount, ['saved', 'page'])
  pages.post('/account/name', changeName)
  pages.post('/account/password', changePassword)
  pages.post('/account/emails', addEmail)
  pages.post('/account/links/:link/remove', removeLink)
  pages.post('/account/sessions/end', endOthers)
  pages.post('/account/sessions/:session/end', endSession)
  pages.post('/account/grants/:client/end', endGrant)
  pages.post('/account/notifications', saveSettings)
  pages.post('/account/export', askForExport)
  pages.post('/account/delete', deleteAccount)
  pages.get('/reports', showOwnReports, ['sent', 'page'])
  pages.get('/preferences', showPreferences, ['saved'])
  pages.postByAnybody('/preferences', savePreferences)
  pages.postByAnybody('/preferences/language', chooseLanguage)
}
