import type { Reader } from '../../http/pages.ts'
import { administrationPage } from './frame.tsx'

export const showAdministration: Reader = async (visit) => {
  const { administration: words } = visit.words
  const places = [
    ['/administration/sections', words.sections],
    ['/administration/members', words.members],
    ['/administration/roles', words.globalRoles],
    ['/administration/groups', words.groups],
    ['/administration/texts', words.texts],
    ['/administration/clients', words.clients],
    ['/administration/apps', words.apps],
    ['/administration/deliveries', words.deliveries],
    ['/administration/mails', words.mails],
    ['/operations', words.operations],
    ['/docs', words.api],
  ] as const
  return administrationPage(
    visit,
    words.title,
    <ul class="rows">
      {places.map(([href, { title, about }]) => (
        <li class="row one">
          <div class="row-main">
            <h2>
              <a href={href}>{title}</a>
            </h2>
            <p class="meta">{about}</p>
          </div>
        </li>
      ))}
    </ul>,
  )
}
