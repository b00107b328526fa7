/** Waits for the work. A failure is prefixed with what was attempted, as in 'Failed to fetch brands: ...'. */
export async function orFail<Value>(what: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (cause) {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
