import { type MailLanguage, mailLanguages } from '@agora/shared/contracts/internal-mail'
import { acceptedLanguage } from '@agora/shared/http/languages'
import type { FastifyRequest } from 'fastify'

/** The language in which the caller reads, of those that mails are written in; undefined if they do not say. */
export const readingLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): MailLanguage | undefined =>
  acceptedLanguage(headers['accept-language'], mailLanguages)
