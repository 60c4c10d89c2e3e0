/** Enough that a listing that looks twice is seldom lucky, where several rows come and go at once. */
const READS = 60

/** Reads again and again while something writes, whatever comes of either. */
export async function readWhileWriting(
  read: () => Promise<void>,
  write: () => Promise<unknown>,
): Promise<void> {
  let isOver = false
  const writing = (async () => {
    while (!isOver) await write()
  })()
  try {
    for (let count = 0; count < READS; count++) await read()
  } finally {
    isOver = true
    await writing
  }
}
