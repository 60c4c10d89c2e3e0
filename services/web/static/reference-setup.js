// Shows the API's document with Scalar: search, samples, requests to try, OAuth. Nothing is loaded from other sites.
const place = document.createElement('div')
for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) sheet.remove()
document.body.replaceChildren(place)
Reflect.get(window, 'Scalar').createApiReference(place, {
  url: '/openapi.json',
  agent: { disabled: true },
  // The page requests tokens as a public client.
  authentication: {
    securitySchemes: { token: { flows: { authorizationCode: { 'x-usePkce': 'SHA-256' } } } },
  },
  hideClientButton: true,
  mcp: { disabled: true },
  operationTitleSource: 'summary',
  proxyUrl: '',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
})
