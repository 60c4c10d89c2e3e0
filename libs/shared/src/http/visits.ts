/**
 * From where a request came that a service asks the API for. The gateway signs it for the service that serves the rest of
 * the site, which sends it back as it got it.
 */
export const VISITOR_HEADER = 'x-agora-visitor'

/** The origin at which the caller sees the site, for that service's addresses. */
export const SITE_ORIGIN_HEADER = 'x-agora-site'
