import { html } from 'hono/html'

/** What XML cannot carry (XML 1.0, production 2), or should not: other controls and noncharacters. */
const UNFIT = /[^\P{Cc}\t\n\r]|\p{Cs}|\p{Noncharacter_Code_Point}/gu

/** Text for XML: escaped, without the characters that would make the whole document unreadable. */
export const xmlText = (text: string): string => String(html`${text.replace(UNFIT, '')}`)
