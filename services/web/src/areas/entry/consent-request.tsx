import type { DeviceRequest } from '@agora/shared/contracts/internal-pages'
import type { Visit } from '../../http/visit.ts'

/** Which application asks the member for what. */
export function RequestedAccess({ visit, request }: { visit: Visit; request: DeviceRequest }) {
  const { consent } = visit.words.entry
  const { client, scopes } = request
  return (
    <>
      {consent.asks(client.display_name, client.app_uri, visit.me?.name)}
      <ul class="scopes">
        {scopes.map((scope) => (
          <li>{consent.scopes[scope]}</li>
        ))}
      </ul>
    </>
  )
}

/** The buttons by which the member decides. */
export const Choices = ({ visit: { words } }: { visit: Visit }) => (
  <p class="choices">
    <button name="decision" value="allow">
      {words.entry.consent.allow}
    </button>
    <button name="decision" value="refuse" class="quiet">
      {words.entry.consent.refuse}
    </button>
  </p>
)
