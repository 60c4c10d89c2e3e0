/**
 * Takes the steps and runs them in reverse order, each even if others fail.
 *
 * @throws AggregateError of what failed
 */
export async function closeAll(steps: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps.splice(0).reverse()) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `closing failed: ${failures.join('; ')}`)
}
