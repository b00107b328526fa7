/** Port to a service whose availability can be checked. Throws the reason when it is unavailable. */
export type Reachable = { check(signal: AbortSignal): Promise<void> }
