import { assets } from '../../pages/assets.ts'
import { type Html, html } from '../../pages/html.ts'
import type { ApiDocument } from './document.ts'
import { operationView, type PlacedOperation } from './operation-view.ts'
import { schemaView } from './schema-view.ts'

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

function operationsOf({ paths }: ApiDocument, tag: string): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )
}

const paragraphs = (text: string) => text.split('\n\n').map((part) => html`<p>${part}</p>`)

/** The document as a page that reads without scripts; its script adds the filter and the forms that make requests. */
export function apiPage(site: string, document: ApiDocument): Html {
  const { info, tags, components } = document
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API – ${site}</title>
<link rel="stylesheet" href="${assets.style}">
<link rel="stylesheet" href="${assets.apiStyle}">
<link rel="icon" href="data:,">
<script src="${assets.apiScript}" defer></script>
</head>
<body>
<a class="skip" href="#operations">To the operations</a>
<header><a href="/">${site}</a></header>
<main class="api">
<h1>API <small>${info.version}</small></h1>
${paragraphs(info.description)}
<p>For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<form id="credentials" hidden>
<p class="field"><label for="authorization">Authorization header of what you try here</label>
<input id="authorization" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="Bearer …" aria-describedby="authorization-hint">
<small id="authorization-hint">Left empty, your session on this site speaks for you.</small></p>
</form>
<form id="filter" role="search" hidden>
<p class="field"><label for="words">Find an operation</label>
<input id="words" type="search" autocomplete="off" spellcheck="false"></p>
</form>
<nav aria-label="Parts of the API"><ul>${tags.map(
    ({ name }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`,
  )}<li><a href="#schemas">Schemas</a></li></ul></nav>
<div id="operations">
${tags.map(
  ({ name, description }) => html`
<section aria-labelledby="${anchorOf(name)}">
<h2 id="${anchorOf(name)}">${name}</h2>
<p>${description}</p>
${operationsOf(document, name).map((placed) => operationView(document, placed))}
</section>`,
)}
</div>
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`
<details class="schema" id="schema-${name}"><summary><code>${name}</code></summary>
<div class="inside">${schema.description !== undefined && html`<p>${schema.description}</p>`}${schemaView(schema)}</div></details>`,
)}
</section>
</main>
</body>
</html>
`
}
