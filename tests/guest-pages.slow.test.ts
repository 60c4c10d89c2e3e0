import { guestsPagesAreTheirs } from './support/guest-pages.ts'

guestsPagesAreTheirs(12)
