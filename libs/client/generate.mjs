import openapiTypescript, { astToString } from 'openapi-typescript'

/**
 * The TypeScript types of everything in the API's document, as TypeScript text.
 *
 * @param {object} document
 */
export async function clientTypes(document) {
  const types = astToString(
    await openapiTypescript(/** @type {import('openapi-typescript').OpenAPI3} */ (structuredClone(document))),
  )
  return `/* Made from docs/openapi.json by node scripts/openapi.mjs. */\n\n${types}`
}
