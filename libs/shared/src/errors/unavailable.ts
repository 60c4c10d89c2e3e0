import type { ServiceDeclaration } from '../contracts/service-declaration.ts'
import type { ErrorDefinition } from './catalogue.ts'
import { common } from './common.ts'

/** The error when a service cannot be reached, or cannot serve. */
export const unavailableIn = ({ unavailable }: Pick<ServiceDeclaration, 'unavailable'>): ErrorDefinition => ({
  ...common.unavailable,
  message: unavailable ?? common.unavailable.message,
})
