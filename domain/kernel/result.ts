/** An expected outcome of a use case: the value, or a literal reason with the values that its message needs. */
export type Result<Value, Failure extends { reason: string }> =
  | { ok: true; value: Value }
  | { ok: false; failure: Failure }

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })

export const fail = <Failure extends { reason: string }>(failure: Failure): { ok: false; failure: Failure } => ({
  ok: false,
  failure,
})

/** Waits for the work. A failure is prefixed with what was attempted, as in 'Failed to fetch brands: ...'. */
export async function orFail<Value>(what: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
