import type { Area } from '../../http/pages.ts'
import { leave, showSignedIn } from './leave.tsx'
import { showOwnReports } from './own-reports.tsx'
import { chooseLanguage, savePreferences, showPreferences } from './preferences.tsx'

export const accountPages: Area = (pages) => {
  pages.post('/leave', leave)
  pages.get('/signed-in', showSignedIn)
  pages.get('/reports', showOwnReports)
  pages.get('/preferences', showPreferences)
  pages.postByAnybody('/preferences', savePreferences)
  pages.postByAnybody('/preferences/language', chooseLanguage)
}
