import { Socket } from 'node:net'
import { Accounts, Pictures } from '../moving/companion.ts'

/** The file descriptors that connect this command to other services' commands when a forum is moved. */
const PIPES = { accounts: 3, pictures: 4 } as const

function join<Joined>(what: keyof typeof PIPES, start: (pipe: Socket) => Joined): Joined {
  try {
    return start(new Socket({ fd: PIPES[what], readable: true, writable: true }))
  } catch (cause) {
    throw new Error(
      `this command also needs the ${what}: run it with npm run forum:import or npm run forum:export`,
      { cause },
    )
  }
}

/** @throws Error if the command was run on its own. */
export const joinAccounts = (): Accounts => join('accounts', (pipe) => new Accounts(pipe, pipe))

/** @throws Error if the command was run on its own. */
export const joinPictures = (): Pictures => join('pictures', (pipe) => new Pictures(pipe, pipe))
