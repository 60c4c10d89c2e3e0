import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { Form } from './form.ts'

export interface SentPicture {
  /** As the browser declares it. */
  type: string
  /** Comes as it is read. */
  content: Readable
}

/** A form with a file, which is read by whoever needs it: nothing of it is in memory. */
export class PictureForm extends Form {
  /** Undefined if no file was chosen. */
  readonly picture: SentPicture | undefined
  readonly #ignoreRest: () => void

  constructor(fields: URLSearchParams, picture: SentPicture | undefined, ignoreRest: () => void) {
    super(fields)
    this.picture = picture
    this.#ignoreRest = ignoreRest
  }

  /** Once it is answered: its sender can read that, whatever of the file is still to come. */
  close(): void {
    this.#ignoreRest()
  }
}

/** A form has few fields, which come before its file. The longest is a text of 65,536 characters. */
const MAX_OF_FIELDS = 262_144
const limits = { fields: 20, fieldSize: MAX_OF_FIELDS, parts: 21, files: 1, headerPairs: 20 }

/**
 * The form as far as its file; its fields have so many bytes at most.
 *
 * @throws ApiError malformedBody, bodyTooLarge
 */
export function readPictureForm(payload: IncomingMessage, most = MAX_OF_FIELDS): Promise<PictureForm> {
  return new Promise((resolve, reject) => {
    const malformed = (cause: unknown) => reject(new ApiError(common.malformedBody, { cause }))
    const fields = new URLSearchParams()
    const parser = parserOf(payload, malformed)
    if (!parser) return
    const ignoreRest = () => {
      payload.unpipe(parser)
      payload.resume()
    }
    const done = (picture?: SentPicture) => resolve(new PictureForm(fields, picture, ignoreRest))
    let size = 0
    parser.on('field', (name, value, _isNameCut, isValueCut) => {
      size += Buffer.byteLength(value)
      if (!isValueCut && size <= most) return fields.append(name, value)
      ignoreRest()
      return reject(new ApiError(common.bodyTooLarge))
    })
    parser.on('file', (_name, content, filename, _encoding, type) => {
      // Where the form breaks off or is malformed, whoever reads the file is told; it may be nobody.
      content.on('error', (cause) => content.destroy(cause))
      if (!filename) return content.resume()
      payload.once('close', () => {
        if (!payload.complete) content.destroy(new ApiError(common.malformedBody))
      })
      done({ type, content })
    })
    parser.on('finish', () => done())
    parser.on('error', malformed)
    payload.once('close', () => malformed(undefined))
    payload.pipe(parser)
  })
}

/** Undefined if its headers are no multipart form's. */
function parserOf(payload: IncomingMessage, malformed: (cause: unknown) => void): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: payload.headers as BusboyHeaders, limits })
  } catch (cause) {
    malformed(cause)
    return undefined
  }
}
