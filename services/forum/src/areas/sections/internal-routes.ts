import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import type { Server } from '@agora/shared/http/types'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { configureSection } from './operations/configure-section.ts'
import { SectionInput } from './schemas.ts'

export function internalSectionRoutes(app: Server, context: Context): void {
  app.post('/internal/configured-sections', {
    config: { access: access.services('gateway') },
    schema: {
      operationId: 'configureSection',
      summary: 'Takes a section of the startup configuration, from the gateway, which starts with it',
      body: SectionInput,
      response: responses(Type.Object({}), [
        errors.parentSectionNotFound,
        errors.parentSectionHoldsThreads,
        errors.parentSectionIsDescendant,
        errors.namedGroupNotFound,
        errors.sectionIsWider,
        errors.sectionIsArchived,
      ]),
    },
    handler: async ({ body }) => {
      await configureSection(context, body)
      return {}
    },
  })
}
