import { maxHeaderSize, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../contracts/ids.ts'
import type { ErrorDefinition } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'
import { endSoftly, isEnded } from './soft-end.ts'

/** Time for a refused caller to read the response, in milliseconds. */
const LINGER_MS = 1_000

/** An answer to a caller who has sent nothing that the framework could answer. */
export function rawAnswer({ status, message }: ErrorDefinition, headers = ''): string {
  const body = JSON.stringify({ error: message })
  return (
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n` +
    `Date: ${new Date().toUTCString()}\r\nX-Request-Id: ${newId()}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`
  )
}

/**
 * Answers outside of any request and hangs up a little later. An answer that has begun is not written into.
 */
export function refuseConnection(socket: Socket, text: string): void {
  if (isEnded(socket)) return
  // As Node's own handler asks.
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse }
  if (!socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  endSoftly(socket, LINGER_MS, text)
}

const refusals: Record<string, ErrorDefinition> = {
  ERR_HTTP_REQUEST_TIMEOUT: common.requestTimeout,
  HPE_HEADER_OVERFLOW: common.headersTooLarge,
}

/** What Node tells of a request that it could not parse. */
interface ParserError extends NodeJS.ErrnoException {
  /** What came last: a Buffer, whatever the framework's types say. */
  rawPacket?: unknown
}

/** Whether headers were too large because not even the request line came to an end. */
const isTargetTooLong = ({ rawPacket }: ParserError): boolean =>
  Buffer.isBuffer(rawPacket) && /^[A-Z]+ [^\r\n]*$/.test(rawPacket.toString('latin1', 0, maxHeaderSize))

/** Whether a request line that the parser stumbled over is in order but for the method (RFC 9110, section 9.1). */
const hasUnknownMethod = ({ code, rawPacket }: ParserError): boolean =>
  code === 'HPE_INVALID_METHOD' &&
  Buffer.isBuffer(rawPacket) &&
  /^[A-Z-]+ \S+ HTTP\/1\.[01]\r?\n/.test(rawPacket.toString('latin1', 0, maxHeaderSize))

function refusalOf(error: ParserError): ErrorDefinition {
  if (hasUnknownMethod(error)) return common.unknownMethod
  const refusal = refusals[error.code ?? ''] ?? common.malformedRequest
  return refusal === common.headersTooLarge && isTargetTooLong(error) ? common.targetTooLong : refusal
}

/** Answers what is no HTTP, or came too slowly: Node's `clientError`. */
export function refuseMalformed(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  refuseConnection(socket, rawAnswer(refusalOf(error)))
}
