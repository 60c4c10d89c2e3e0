import { allowPicturesOnly, convert } from '../conversion/convert.ts'
import type { Outcome, Task } from '../conversion/task.ts'

// A worker of `conversion/converters.ts`: one task at a time, asked for by messages. Its parent's end is its own.
allowPicturesOnly()
// An exit would wait for the picture under way, which nobody bounds any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (task: Task) => {
  const answer = (outcome: Outcome) => process.send?.(outcome)
  convert(task).then(
    (converted) => answer({ converted }),
    (error: Error) => answer({ fault: error.message }),
  )
})
