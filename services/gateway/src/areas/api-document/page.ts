import { assets } from '../../pages/assets.ts'
import { type Html, html } from '../../pages/html.ts'
import type { ApiDocument } from './document.ts'

function operationsOf({ paths }: ApiDocument, tag: string): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(
        ([method, { operationId, summary }]) =>
          html`<li id="${operationId}"><code>${method.toUpperCase()} ${path}</code> ${summary}</li>`,
      ),
  )
  return html`<ul>${operations}</ul>`
}

/** A list of all operations, which Scalar's script replaces by the full reference. */
export function apiPage(site: string, document: ApiDocument): Html {
  const { info, tags } = document
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API – ${site}</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference">
<link rel="stylesheet" href="${assets.house}">
<header><a href="/">${site}</a></header>
<main>
<h1>API <small>${info.version}</small></h1>
${info.description.split('\n\n').map((part) => html`<p>${part}</p>`)}
<p>With scripts, this page shows more. The whole document: <a href="/openapi.json">openapi.json</a>.</p>
${tags.map(
  ({ name, description }) => html`
<section>
<h2>${name}</h2>
<p>${description}</p>
${operationsOf(document, name)}
</section>`,
)}
</main>
</div>
<script src="${assets.reference}"></script>
<script src="${assets.referenceSetup}"></script>
</body>
</html>
`
}
