import { Socket } from 'node:net'
import { Accounts } from '../moving/accounts.ts'

/** Where whoever runs a command that moves a forum has joined it to the gateway's command that works on accounts. */
const PIPE = 3

/** @throws Error where it was run by itself. */
export function joinAccounts(): Accounts {
  try {
    const pipe = new Socket({ fd: PIPE, readable: true, writable: true })
    return new Accounts(pipe, pipe)
  } catch (cause) {
    throw new Error('it works on accounts, too: run it by npm run forum:import or forum:export', { cause })
  }
}
