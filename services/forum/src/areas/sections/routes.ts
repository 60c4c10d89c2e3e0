import { MAX_PAGE, pageQuery } from '@agora/shared/contracts/pagination'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { tagged } from '@agora/shared/http/tagged'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { SectionParams } from '../../resources/schemas.ts'
import { closeSection } from './operations/close-section.ts'
import { configureSection } from './operations/configure-section.ts'
import { getOverview } from './operations/get-overview.ts'
import { getSection } from './operations/get-section.ts'
import { getSectionAccess } from './operations/get-section-access.ts'
import { listSections } from './operations/list-sections.ts'
import { orderSections } from './operations/order-sections.ts'
import { putSection } from './operations/put-section.ts'
import { putSectionPicture } from './operations/put-section-picture.ts'
import { upsertSection } from './operations/upsert-section.ts'
import {
  Overview,
  OverviewQuery,
  SectionAccess,
  SectionClosure,
  SectionInput,
  SectionListing,
  SectionOrder,
  SectionPage,
  SectionPictureInput,
  SectionQuery,
  SectionSettings,
} from './schemas.ts'

export const sectionRoutes = tagged('Forum sections', (app, context: Context) => {
  app.get('/api/v1/forum/sections', {
    config: { access: access.anyone },
    schema: {
      operationId: 'listSections',
      summary: 'List the sections',
      description:
        'A flat list in the configured order, parents by reference. Members also get what is unread.',
      querystring: pageQuery(MAX_PAGE),
      response: responses(SectionListing),
    },
    handler: ({ principal, query }) => listSections(context, principal, query),
  })

  app.get('/api/v1/forum/overview', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getOverview',
      summary: 'Read all sections with their newest posts',
      description:
        'Like the list of sections, with the newest post in and below each, of what everybody may see.',
      querystring: OverviewQuery,
      response: responses(Overview),
    },
    handler: ({ principal, query }) => getOverview(context, principal, query),
  })

  app.post('/api/v1/forum/sections', {
    config: { access: access.internalKey },
    schema: {
      operationId: 'upsertSection',
      summary: 'Create a section or update the one with the same key',
      description:
        'By the instance’s internal key. A section that holds threads can have no sections below it.',
      body: SectionInput,
      response: responses(SectionPage, [
        errors.parentSectionNotFound,
        errors.parentSectionHoldsThreads,
        errors.parentSectionIsDescendant,
        errors.namedGroupNotFound,
        errors.sectionIsWider,
        errors.sectionIsArchived,
      ]),
    },
    handler: ({ principal, body }) => upsertSection(context, principal, body),
  })

  app.get('/api/v1/forum/sections/:section_ref', {
    config: { access: access.anyone },
    schema: {
      operationId: 'getSection',
      summary: 'Read a section and a page of its threads',
      description: 'Pinned threads come first, then those with the newest posts. By id or key.',
      params: SectionParams,
      querystring: SectionQuery,
      response: responses(SectionPage, [errors.sectionNotFound]),
    },
    handler: ({ principal, params, query }) => getSection(context, principal, params.section_ref, query),
  })

  app.get('/api/v1/forum/sections/:section_ref/access', {
    config: { access: access.member },
    schema: {
      operationId: 'getSectionAccess',
      summary: 'Read whom a section is for',
      description: 'For whoever may moderate it.',
      params: SectionParams,
      response: responses(SectionAccess, [common.forbidden, errors.sectionNotFound]),
    },
    handler: ({ principal, params }) => getSectionAccess(context, principal, params.section_ref),
  })

  app.put('/api/v1/forum/sections/:section_ref', {
    config: { access: access.administrator },
    schema: {
      operationId: 'putSection',
      summary: 'Create the section with this key, or change the one with this key or id',
      description:
        'For administrators. What the startup configuration says of a section holds again once it says something new.',
      params: SectionParams,
      body: SectionSettings,
      response: responses(SectionPage, [
        errors.sectionNotFound,
        errors.parentSectionNotFound,
        errors.parentSectionHoldsThreads,
        errors.parentSectionIsDescendant,
        errors.namedGroupNotFound,
        errors.sectionIsWider,
        errors.sectionIsArchived,
      ]),
    },
    handler: ({ principal, params, body }) => putSection(context, principal, params.section_ref, body),
  })

  app.put('/api/v1/forum/sections/:section_ref/picture', {
    config: { access: access.administrator },
    schema: {
      operationId: 'putSectionPicture',
      summary: 'Choose a section’s picture',
      description:
        'For administrators, among those that they have uploaded. No other setting of the section changes.',
      params: SectionParams,
      body: SectionPictureInput,
      response: responses(SectionPage, [errors.sectionNotFound, errors.mediaNotFound]),
    },
    handler: ({ principal, params, body }) => putSectionPicture(context, principal, params.section_ref, body),
  })

  app.delete('/api/v1/forum/sections/:section_ref', {
    config: { access: access.administrator },
    schema: {
      operationId: 'closeSection',
      summary: 'Close a section for good',
      description:
        'For administrators. One in which nothing is, and nobody has moderated, is deleted; others are archived with all that is below them: they can be read, and nobody writes there.',
      params: SectionParams,
      response: responses(SectionClosure, [errors.sectionNotFound]),
    },
    handler: ({ principal, params }) => closeSection(context, principal, params.section_ref),
  })

  app.put('/api/v1/forum/section_order', {
    config: { access: access.administrator },
    schema: {
      operationId: 'orderSections',
      summary: 'Put sections in an order',
      description: 'For administrators. Each gets its place among those that are named; others keep theirs.',
      body: SectionOrder,
      response: responses(SectionListing, [errors.sectionNotFound]),
    },
    handler: async ({ principal, body }) => {
      await orderSections(context, body)
      return listSections(context, principal, { offset: 0, limit: MAX_PAGE })
    },
  })

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
})
