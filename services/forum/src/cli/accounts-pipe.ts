import { Socket } from 'node:net'
import { Accounts } from '../moving/accounts.ts'

/** The file descriptor that connects this command to the gateway's accounts command when a forum is moved. */
const PIPE = 3

/** @throws Error if the command was run on its own. */
export function joinAccounts(): Accounts {
  try {
    const pipe = new Socket({ fd: PIPE, readable: true, writable: true })
    return new Accounts(pipe, pipe)
  } catch (cause) {
    throw new Error(
      'this command also needs the accounts: run it with npm run forum:import or npm run forum:export',
      { cause },
    )
  }
}
