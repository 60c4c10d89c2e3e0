import type { IncomingMessage } from 'node:http'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { formFields } from '@agora/shared/http/form-fields'
import type { Server } from '@agora/shared/http/types'
import type { FastifyRequest } from 'fastify'
import { Form } from './form.ts'
import { readPictureForm } from './picture-form.ts'
import { memberOf } from './session.ts'

/** A member's text is at most 65,536 characters, of up to nine bytes each when form-encoded. */
export const MAX_FORM_BYTES = 1_000_000
/** A guest's forms are short. */
const MAX_OF_GUESTS = 64 * 1024

/** Forms with a picture that are read at once: their fields are in memory. Who has no session has no picture to send. */
const MAX_WITH_PICTURE = { members: 32, guests: 8 }
/** A form with a picture is answered even if nobody waits any more. */
const NEVER = new AbortController().signal

export function acceptForms(app: Server): void {
  const reading = { members: 0, guests: 0 }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length > MAX_OF_GUESTS && !memberOf(request)) throw new ApiError(common.bodyTooLarge)
      return new Form(formFields(body))
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      // Fastify's signal takes the end of a body that is read later for the end of its request.
      Object.defineProperty(request, 'signal', { value: NEVER })
      const who = memberOf(request) ? 'members' : 'guests'
      if (reading[who] >= MAX_WITH_PICTURE[who]) {
        payload.resume()
        throw new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })
      }
      reading[who] += 1
      payload.once('close', () => {
        reading[who] -= 1
      })
      if (who === 'members') return readPictureForm(payload)
      // The session has ended: its texts are not lost, and no picture is read.
      const form = await readPictureForm(payload, MAX_OF_GUESTS)
      form.close()
      return form
    },
  )
}
