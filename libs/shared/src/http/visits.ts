/**
 * The origin of a request for which a service calls the API. The gateway signs it for the service that serves the rest
 * of the site, which returns it unchanged.
 */
export const VISITOR_HEADER = 'x-agora-visitor'

/** The origin at which the caller sees the site, for that service's addresses. */
export const SITE_ORIGIN_HEADER = 'x-agora-site'
