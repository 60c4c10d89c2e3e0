import { runServiceCommand } from './service-command.mjs'

/**
 * A larger young generation than Node's default, since a batch of observations outlives many collections. More
 * collector threads would take time from Postgres and save little.
 */
export const archiveNodeFlags = [
  '--single-threaded-gc',
  '--enable-source-maps',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
]

/**
 * @param {string} name
 * @param {{ database?: boolean }} [options]
 */
export const runArchiveCommand = (name, options = {}) =>
  runServiceCommand('archive', name, { ...options, flags: archiveNodeFlags })
