/** `doubtful`: the shop works, but somebody should look; `broken`: a part of it does not work. */
export type State = 'fine' | 'doubtful' | 'broken'

/** What a check found, and what to do about it: parts of one Polish sentence. */
export type Finding = {
  state: State
  found: string
  /** Null when nothing has to be done. */
  advice: string | null
  /** Lines below the sentence, such as the words of a program. */
  details: string[]
}

/** One line of `npm run doctor`. A check leaves no changes behind. */
export type Probe = {
  /** The key for programs. */
  name: string
  /** The title for people. */
  title: string
  /** `signal` is aborted when nobody waits for the answer any more. */
  run(signal: AbortSignal): Promise<Finding>
}

export const fine = (found: string): Finding => ({ state: 'fine', found, advice: null, details: [] })

export const doubtful = (found: string, advice: string, details: string[] = []): Finding => ({
  state: 'doubtful',
  found,
  advice,
  details,
})

export const broken = (found: string, advice: string, details: string[] = []): Finding => ({
  state: 'broken',
  found,
  advice,
  details,
})

/** The code of an error of Node or a driver, or else its name; its message may contain an address or a secret. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return 'nieznany błąd'
  if (error instanceof AggregateError && error.errors.length > 0) return nameError(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? nameError(error.cause) : error.name
}
