import { type Html, html } from '../../pages/html.ts'
import type { ApiDocument, DocumentedParameter, DocumentedResponse, Operation } from './document.ts'
import { exampleOf, schemaView } from './schema-view.ts'

/** An operation with where it is. */
export interface PlacedOperation {
  path: string
  method: string
  operation: Operation
}

const callers: Record<string, string> = {
  session: 'a session',
  password: 'HTTP Basic',
  token: 'an access token',
  internalKey: 'the internal key',
}

/** Whether guests get past the door. */
const isOpen = ({ security }: Operation) =>
  security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)

/** Who may call, as far as the door tells. */
function callersOf(operation: Operation): string {
  const { security } = operation
  if (security.length === 0) return 'Anybody; credentials are not looked at.'
  const named = security.flatMap((scheme) => Object.keys(scheme)).map((name) => callers[name] ?? name)
  return `${isOpen(operation) ? 'Anybody, or a member with' : 'Whoever has'} ${named.join(', ').replace(/, ([^,]+)$/, ' or $1')}.`
}

function parametersView(parameters: readonly DocumentedParameter[]): Html {
  return html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    ({ name, in: place, required, description, schema }) =>
      html`<li><code class="name">${name}</code> <span class="kind">in the ${place}${!required && ', optional'}</span>${
        description !== undefined && html` <span>${description}</span>`
      }${schemaView(schema)}</li>`,
  )}</ul>`
}

function responseView(document: ApiDocument, status: string, response: DocumentedResponse): Html {
  const name = response.$ref?.split('/').at(-1)
  const { description, content } = (name && document.components.responses[name]) || response
  const [[type, body] = []] = Object.entries(content ?? {})
  const examples = Object.values(body?.examples ?? {})
  if (examples.length > 0)
    return html`<li><strong>${status}</strong><ul class="messages">${examples.map(
      ({ summary, value }) => html`<li><code>${value.error}</code>${summary && html` ${summary}`}</li>`,
    )}</ul></li>`
  return html`<li><strong>${status}</strong> ${description}${type !== undefined && type !== 'application/json' && html` <code>${type}</code>`}${
    body?.schema && schemaView(body.schema)
  }</li>`
}

/** A form that makes the request, once the page's script has taken it over. */
function tryView(document: ApiDocument, { path, method, operation }: PlacedOperation): Html {
  const { operationId, parameters = [], requestBody, security } = operation
  const body = requestBody?.content['application/json'].schema
  const id = (name: string) => `${operationId}-${name}`
  const input = (name: string, place: string, isRequired: boolean) => html`
<p class="field"><label for="${id(name)}">${name}</label>
<input id="${id(name)}" name="${name}" data-in="${place}" autocomplete="off" autocapitalize="none" spellcheck="false"${isRequired && html` required`}></p>`
  const needsInternalKey = security.some((scheme) => 'internalKey' in scheme)
  return html`
<form class="try" data-method="${method.toUpperCase()}" data-path="${path}"${isOpen(operation) && html` data-guests`} hidden>
<h4>Try it</h4>
${parameters.map(({ name, in: place, required }) => input(name, place, required ?? false))}
${needsInternalKey && input('Svc-Internal-Auth', 'header', true)}
${
  body &&
  html`<p class="field"><label for="${id('body')}">Body</label>
<textarea id="${id('body')}" name="body" rows="6" spellcheck="false">${JSON.stringify(exampleOf(document, body), null, 2)}</textarea></p>`
}
<button>Send ${method.toUpperCase()}</button>
<div class="answer" role="status"></div>
</form>`
}

export function operationView(document: ApiDocument, placed: PlacedOperation): Html {
  const { path, method, operation } = placed
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  return html`
<details class="operation" id="${operationId}">
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="summary">${summary}</span></summary>
<div class="inside">
${description !== undefined && html`<p>${description}</p>`}
<p class="kind">${callersOf(operation)} <a href="#${operationId}"><code>${operationId}</code></a></p>
${parameters && parametersView(parameters)}
${
  requestBody &&
  html`<h4>Body${!requestBody.required && ' (optional)'}</h4>${schemaView(requestBody.content['application/json'].schema)}`
}
<h4>Answers</h4>
<ul class="answers">${Object.entries(responses).map(([status, response]) => responseView(document, status, response))}</ul>
${tryView(document, placed)}
</div>
</details>`
}
