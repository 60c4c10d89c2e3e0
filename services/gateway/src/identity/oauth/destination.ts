/** The site that an address leads to, or a native application by its scheme. */
export const destinationOf = (uri: string): string => new URL(uri).host || new URL(uri).protocol
