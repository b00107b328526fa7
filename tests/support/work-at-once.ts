import type { Work } from '#domain/kernel/long-work.ts'

/** The result of a computation, without pauses. */
export function workAtOnce<Made>(work: Work<Made>): Made {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
