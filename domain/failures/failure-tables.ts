import type { FailureSource } from './failure.ts'

export type FailureTables = {
  failures: {
    fingerprint: string
    build: string
    source: FailureSource
    name: string
    message: string
    frames: string[]
    place: string
    /** Family of the browser; null on the server. */
    browser: string | null
    request_id: string | null
    times: number
    first_at: Date
    last_at: Date
    resolved_at: Date | null
  }
}
