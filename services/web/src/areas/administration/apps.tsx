import { must } from '../../api.ts'
import type { Reader } from '../../http/pages.ts'
import { Meta, Rows } from '../../view/parts.tsx'
import { administrationPage } from './frame.tsx'

export const showApps: Reader = async (visit) => {
  const { api, words } = visit
  const { apps: own } = words.administration
  const apps = await must(api.GET('/api/v1/apps'))
  return administrationPage(
    visit,
    own.title,
    <Rows items={apps.items} none={own.none}>
      {({ id, key, kind, display_name, channels, main_channel: main }) => (
        <li class="row">
          <div class="row-main">
            <h2>
              <a href={`/administration/apps/${id}`}>
                <bdi>{display_name}</bdi>
              </a>
            </h2>
            <Meta>
              {key !== null && <code>{key}</code>}
              {own.kinds[kind]}
              {own.channels(channels.count)}
              {main.visibility === 'Private' && (
                <span class="badge">{own.visibilities[main.visibility]}</span>
              )}
            </Meta>
          </div>
          <div class="row-side">
            <p class="meta">
              <a href={main.home_uri} rel="noopener">
                {main.home_uri}
              </a>
            </p>
          </div>
        </li>
      )}
    </Rows>,
  )
}
