/**
 * How many cached answers are sent in a round of the event loop. The rest wait for the next one, so that a crowd at a page
 * does not delay those for whom more is to be done: their requests take several rounds.
 */
const MAX_IN_A_ROUND = 32
const MAX_BESIDE_OTHERS = 16

/** Runs a few tasks in each round of the event loop, in order of arrival; fewer while others are served. */
export function createLoopRounds(areOthersServed: () => boolean): (task: () => void) => void {
  const pending: (() => void)[] = []
  let done = 0
  let isCounting = false
  const most = () => (areOthersServed() ? MAX_BESIDE_OTHERS : MAX_IN_A_ROUND)
  const run = (task: () => void) => {
    if (!isCounting) setImmediate(nextRound)
    isCounting = true
    done += 1
    task()
  }
  const nextRound = () => {
    isCounting = false
    done = 0
    for (const task of pending.splice(0, most())) run(task)
  }
  return (task) => {
    if (done < most()) run(task)
    else pending.push(task)
  }
}
