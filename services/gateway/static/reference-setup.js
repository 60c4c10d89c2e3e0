// Shows the API's document with Scalar: search, samples, requests to try, OAuth. Nothing is asked of other sites.
const place = document.querySelector('#reference')
place.replaceChildren()
Scalar.createApiReference(place, {
  url: '/openapi.json',
  agent: { disabled: true },
  hideClientButton: true,
  mcp: { disabled: true },
  operationTitleSource: 'summary',
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
})
