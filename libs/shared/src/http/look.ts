import type { AgoraConfig } from '../config/agora-file.ts'

/** Where the web service serves the site's configured theme. */
export const THEME_PATH = '/static/theme.css'
export const LOGO_PATH = '/static/logo'

/** Whether anything of the house's colours is set anew. */
export const hasColours = ({ theme }: AgoraConfig['site']): boolean =>
  Object.keys(theme.light).length + Object.keys(theme.dark).length > 0
