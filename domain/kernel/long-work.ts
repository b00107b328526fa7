/** A computation that can be paused wherever it yields, and its result. */
export type Work<Made> = Generator<void, Made, undefined>

/** The longest time that a computation holds the process, ms. */
const SLICE_MS = 20

/** Computes in slices, between which others get their turn. */
export async function workInSlices<Made>(work: Work<Made>): Promise<Made> {
  for (let until = performance.now() + SLICE_MS; ; ) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    until = performance.now() + SLICE_MS
  }
}
