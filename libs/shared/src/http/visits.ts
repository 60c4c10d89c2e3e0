/**
 * The origin of a request for which a service calls the API. The gateway signs it for the service that serves the rest
 * of the site, which returns it unchanged.
 */
export const VISITOR_HEADER = 'x-agora-visitor'

/**
 * The characters of a body's HTML that are shown of a long one: sent by the service that serves the rest of the site with
 * its visitor, so that the rest of a body need not be read.
 */
export const SHOWN_LENGTH_HEADER = 'x-agora-shown-length'

/** The origin at which the caller sees the site, for that service's addresses. */
export const SITE_ORIGIN_HEADER = 'x-agora-site'
