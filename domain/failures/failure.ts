import { z } from 'zod'
import type { LoggedFailure } from '#domain/kernel/log.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export type FailureSource = 'server' | 'browser'

/** The failure as it was thrown. Nothing of it is stored unmasked. */
export type UncaughtFailure = {
  source: FailureSource
  name: string
  /** The error code of a driver or the system, whose first frames are not the shop's. */
  code?: string | undefined
  message: string
  stack: string
  /** Path of the page or the call, or the event of the log. */
  place: string
  browser: string | null
  requestId: string | null
  /** The build of the browser's code; without it that of this process. */
  build?: string | undefined
}

/** Port to the record of uncaught failures. `note` returns at once. */
export type FailureNotes = {
  note(failure: UncaughtFailure): void
  /** What the log says at level `error`. */
  noteLogged(failure: LoggedFailure): void
  /** Writes what was gathered, and waits for it. */
  flush(): Promise<void>
}

/** What a page says of a failure (app/shell/starter.ts). Longer ones are refused. */
export const failureReportSchema = defineSchema(() =>
  z
    .strictObject({
      error: z.string().max(5000).meta({ example: 'TypeError: x is undefined' }),
      stack: z.string().max(20_000),
      page: z.string().startsWith('/').max(1000),
      /** Missing while the page's code is loading. */
      build: z
        .string()
        .regex(/^[\w-]{1,40}$/)
        .optional(),
    })
    .meta({ id: 'FailureReport' }),
)
export type FailureReport = z.output<typeof failureReportSchema>

/** Failures of the connection, and of code that is gone after a deploy: pages try again by themselves. */
const OF_CONNECTION =
  /fetch|load failed|networkerror|network error|imported module|importing a module|abort|timed? ?out/i
const EXTENSION = /(?:chrome|moz|safari|safari-web|ms-browser)-extension:/i

/**
 * Whether the shop's own code failed, not an extension, the connection or a visitor who left.
 * @param origin of the page
 */
export function isOwnFailure({ error, stack }: FailureReport, origin: string): boolean {
  return stack.includes(`${origin}/assets/`) && !OF_CONNECTION.test(error) && !EXTENSION.test(stack)
}

/** Name and message of a written error. */
export function splitError(error: string): { name: string; message: string } {
  const [, name = 'Error', message = error] = /^([\w.]{1,80})(?:: (.*)|)$/s.exec(error) ?? []
  return { name, message: message === name ? '' : message }
}

/** The first match counts, because apps also name the browser that they are built on. */
const FAMILIES: readonly [name: string, sign: RegExp][] = [
  ['Instagram', /Instagram/],
  ['TikTok', /TikTok|musical_ly|BytedanceWebview/i],
  ['Facebook', /FBA[NV]/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Opera', /OPR\/|OPT\//],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
]

/** The family of a browser, never its version or device, which could tell one visitor from others. */
export function findBrowserFamily(userAgent: string): string {
  return FAMILIES.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'inna przeglądarka'
}
