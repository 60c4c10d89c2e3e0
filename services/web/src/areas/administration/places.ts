import type { Words } from '../../words/words.ts'

/** The pages of administration, in the order of the tabs. */
export const placesOf = ({ administration: words }: Words) =>
  [
    ['/administration/look', words.look],
    ['/administration/registration', words.registration],
    ['/administration/sections', words.sections],
    ['/administration/members', words.members],
    ['/administration/roles', words.powers],
    ['/administration/groups', words.groups],
    ['/administration/texts', words.texts],
    ['/administration/clients', words.clients],
    ['/administration/apps', words.apps],
    ['/administration/deliveries', words.deliveries],
    ['/administration/mails', words.mails],
    ['/administration/jobs', words.jobs],
  ] as const

/** The page of a member's account. */
export const memberPath = (id: string) => `/administration/members/${id}`
