// Gives a script that runs in a NodeBB's folder, after its setup, the functions of that NodeBB.
const path = require('node:path')

/** @typedef {{ stream: import('node:net').Socket }} Connection */

/** @param {string} file */
const from = (file) => require(path.join(process.cwd(), file))

/**
 * Sends the messages of one statement to Postgres together: each by itself is most of the time that a post
 * takes.
 *
 * @param {{ Query: { prototype: { submit: (connection: Connection) => unknown } } }} pg
 */
function sendTogether({ Query }) {
  const { submit } = Query.prototype
  /** @param {Connection} connection */
  Query.prototype.submit = function (connection) {
    connection.stream.cork()
    try {
      return submit.call(this, connection)
    } finally {
      connection.stream.uncork()
    }
  }
}

/** Opens its store, and lifts what it makes members wait for; for this process alone. */
async function open() {
  const nconf = from('node_modules/nconf')
  nconf.argv({}).env({ separator: '__' })
  from('src/prestart').loadConfig(path.resolve('config.json'))
  from('node_modules/winston').configure({ silent: true, transports: [] })
  nconf.set('runJobs', false)
  sendTogether(from('node_modules/pg'))
  await from('src/database').init()
  const meta = from('src/meta')
  await meta.configs.init()
  const noDelays = { initialPostDelay: 0, postDelay: 0, newbiePostDelay: 0 }
  // All votes are of one day.
  const noBounds = { upvotesPerDay: 0, upvotesPerUserPerDay: 0 }
  Object.assign(meta.config, { ...noDelays, ...noBounds, bcrypt_rounds: 4 })
  nconf.set('bcrypt_rounds', 4)
}

module.exports = { from, open }
