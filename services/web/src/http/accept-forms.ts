import type { IncomingMessage } from 'node:http'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { formFields } from '@agora/shared/http/form-fields'
import type { Server } from '@agora/shared/http/types'
import type { FastifyRequest } from 'fastify'
import { Form } from './form.ts'
import { readPictureForm } from './picture-form.ts'
import { memberOf } from './session.ts'

/** A guest's forms are short. */
const MOST_OF_GUESTS = 64 * 1024

/** A form with a picture is answered even if nobody waits any more. */
const NEVER = new AbortController().signal

export function acceptForms(app: Server): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length > MOST_OF_GUESTS && !memberOf(request)) throw new ApiError(common.bodyTooLarge)
      return new Form(formFields(body))
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      // Fastify's signal takes the end of a body that is read later for the end of its request.
      Object.defineProperty(request, 'signal', { value: NEVER })
      if (memberOf(request)) return readPictureForm(payload)
      // Of a session that has ended, or none: it is told so, and nothing is read.
      payload.resume()
      return new Form(new URLSearchParams())
    },
  )
}
