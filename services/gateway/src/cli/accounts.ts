// Works on accounts for the forum's commands that move a forum in and out: a request a line on standard input, its answer
// a line on standard output.
//   DATABASE_URL=postgres://... AGORA_CONFIG=agora.yaml HELD_NAMES_KEY=... node accounts.js
// An export needs no key.
import { createInterface } from 'node:readline'
import { runCommand } from '@agora/shared/cli/run-command'
import { readAgoraFile } from '@agora/shared/config/agora-file'
import { databaseUrlEnv, readEnv, serviceEnv } from '@agora/shared/config/env'
import {
  type AccountRequestName,
  accountRequests,
  type RequestAnswer,
  type RequestBody,
} from '@agora/shared/contracts/moving-accounts'
import { createDatabase } from '@agora/shared/database/database'
import { ajv } from '@agora/shared/http/validation'
import { jsonLine } from '@agora/shared/lines/json-line'
import { Type } from 'typebox'
import { Env } from '../config.ts'
import { importAccounts } from '../identity/moving/import-accounts.ts'
import { importClients } from '../identity/moving/import-clients.ts'
import { importGameLinks } from '../identity/moving/import-game-links.ts'
import { readAdministrator } from '../identity/moving/store-accounts.ts'
import { insertBans } from '../identity/moving/store-bans.ts'
import { type AccountPages, exportAccounts } from '../identity/moving/store-export.ts'
import { insertFormerNames } from '../identity/moving/store-names.ts'

type Handlers = {
  [Name in AccountRequestName]: (body: RequestBody<Name>) => Promise<RequestAnswer<Name>>
}

// The caller decides when to stop; work in progress is finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

await runCommand(async () => {
  const { HELD_NAMES_KEY } = Env.properties
  const env = readEnv(
    Type.Object({
      ...databaseUrlEnv,
      AGORA_CONFIG: serviceEnv.AGORA_CONFIG,
      HELD_NAMES_KEY: Type.Optional(HELD_NAMES_KEY),
    }),
  )
  const config = readAgoraFile(env.AGORA_CONFIG)
  const db = createDatabase({
    url: env.DATABASE_URL,
    schema: 'gateway',
    size: 2,
    name: 'agora-gateway-accounts',
    // Between two pages of an export the forum writes its own, which takes as long as it takes.
    statementTimeoutMs: 0,
  })
  const handlers = (pages: () => Promise<AccountPages>): Handlers => ({
    hello: async () => {
      const administrator = await readAdministrator(db)
      if (!administrator)
        throw new Error('the administrator has no account yet: start the instance once first')
      return { administrator: administrator.id }
    },
    importAccounts: async ({ accounts }) => {
      if (env.HELD_NAMES_KEY === undefined)
        throw new Error(
          "HELD_NAMES_KEY is not set: use the gateway's, to recognise usernames that are still held",
        )
      const keys = { HELD_NAMES_KEY: env.HELD_NAMES_KEY }
      return { accounts: await importAccounts(db, config, keys, accounts) }
    },
    importBans: async ({ bans }) => ({ taken: await insertBans(db, bans) }),
    importNames: async ({ names }) => ({ taken: await insertFormerNames(db, names) }),
    importGameLinks: async ({ links }) => ({ outcomes: await importGameLinks(db, config, links) }),
    importClients: async ({ clients }) => ({ outcomes: await importClients(db, clients) }),
    nextAccounts: async () => ({ accounts: await (await pages()).accounts() }),
    nextBans: async () => ({ bans: await (await pages()).bans() }),
    nextNames: async () => ({ names: await (await pages()).names() }),
    nextGameLinks: async () => ({ links: await (await pages()).gameLinks() }),
    nextClients: async () => ({ clients: await (await pages()).clients() }),
  })
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let opening: Promise<AccountPages> | undefined
  let exporting: Promise<void> | undefined
  const open = () => {
    opening ??= new Promise((resolve, reject) => {
      exporting = exportAccounts(db, config, (pages) => {
        resolve(pages)
        return ended
      }).catch(reject)
    })
    return opening
  }
  try {
    await answerAll(handlers(open))
    return 0
  } finally {
    end()
    await exporting
    await db.close()
  }
})

async function answerAll(handlers: Handlers): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { name, body } = JSON.parse(line) as { name: AccountRequestName; body: never }
    if (!ajv.validate(accountRequests[name].body, body)) throw new Error(`${name}: ${ajv.errorsText()}`)
    process.stdout.write(jsonLine(await handlers[name](body)))
  }
}
