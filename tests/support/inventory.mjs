// Prints every route of every service, and every error of its catalogue, as the compiled services declare them.
import { declaredBy } from '@agora/openapi/failures'
import { common } from '@agora/shared/errors/common'
import { serviceApps } from '../../scripts/lib/openapi/service-apps.mjs'

const apps = await serviceApps()
const services = apps.map(({ name, app, errors }) => ({
  name,
  errors: Object.keys(errors),
  routes: app.inventory.map((/** @type {import('@agora/shared/http/types').MountedRoute} */ route) => ({
    method: route.method,
    url: route.url,
    caller: route.access.caller,
    errors: /** @type {import('@agora/shared/errors/catalogue').ErrorDefinition[]} */ ([
      ...declaredBy(route),
      ...[route.everyFailure, route.access.refusal].filter(Boolean),
    ]).map((error) => ({
      code: error.code,
      isCatalogued:
        errors[error.code] === error || common[/** @type {keyof typeof common} */ (error.code)] === error,
    })),
  })),
}))
process.stdout.write(JSON.stringify(services), () => process.exit(0))
