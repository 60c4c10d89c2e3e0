/** Defined by the bundler. */
declare const AGORA_VERSION: string | undefined

/** The version of the suite that this process runs: that of the root package.json at the time of the build. */
export const version = typeof AGORA_VERSION === 'string' ? AGORA_VERSION : 'not built'
