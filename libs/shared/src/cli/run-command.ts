import { printableLines } from './printable.ts'

/** Runs a command; an error, which may quote what other people wrote, is printed and exits with status 2. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(printableLines(error instanceof Error ? error.message : String(error)))
    process.exitCode = 2
  }
}
