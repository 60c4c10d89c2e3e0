import { hasBody } from '@agora/shared/http/bodies'
import { type CreateListener, createListener } from '@agora/shared/http/listener'
import type { Registry } from 'prom-client'
import { Admission, type AdmissionOptions } from './admission/admission.ts'
import { AdmittedResponse } from './admission/admitted-response.ts'
import { type ConnectionLimits, ConnectionWatch } from './connections/connections.ts'

/** What stands before the framework: it stops callers with too many connections, slow callers, and requests beyond capacity. */
export function edgeListener(
  connections: ConnectionLimits,
  admission: AdmissionOptions,
  registry: Registry,
): CreateListener {
  return (handle) => {
    const gate = new Admission(admission, registry)
    const server = createListener(
      (request, response) =>
        watch.inTurn(request, response, () => {
          if (hasBody(request)) watch.expectBody(request)
          gate.admit(request, response as AdmittedResponse, handle)
        }),
      { ServerResponse: AdmittedResponse },
    )
    const watch = new ConnectionWatch(server, registry, connections)
    return server
  }
}
