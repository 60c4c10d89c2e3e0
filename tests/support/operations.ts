import type { ServiceName } from '@agora/shared/contracts/services'
import { apiDocument, type DocumentedOperation, documentedOutcomes } from '@agora/testing/documented'
import { serviceOf } from '@agora/testing/suite'

/** An operation of the API’s document. */
export interface Operation {
  id: string
  method: string
  /** Below /api/v1. */
  template: string
  service: ServiceName
  /** Its documented outcomes, as `documentedOutcomes` writes them. */
  outcomes: string[]
}

const document = apiDocument()
export const operations: Operation[] = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]: [string, DocumentedOperation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    template: template.slice('/api/v1'.length),
    service: serviceOf(template.replaceAll(/[{}]/g, '')) as ServiceName,
    outcomes: documentedOutcomes(document, operation),
  })),
)
export const operationOf = (id: string): Operation => {
  const found = operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`the document has no operation ${id}`)
  return found
}
