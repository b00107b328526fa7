import { log } from '#domain/kernel/log.ts'
import { printRefusal, printStop } from '#infra/process/terminal.ts'
import { StartupError } from './startup-error.ts'

type Undo = { what: string; run: (msLeft: number) => Promise<void> }

/** An orderly stop that takes longer than this is ended by force, ms. Containers are killed after ten seconds. */
const STOP_TIMEOUT_MS = 9_800

/** One Ctrl-C arrives up to three times within this time: from the terminal, npm and scripts/start.mjs, ms. */
const SAME_PRESS_MS = 500

/**
 * Stops everything that was started, in reverse order and once: on SIGINT, SIGTERM and SIGHUP, when the starting
 * process ends, or on a broken invariant. A second signal ends the process at once; the next start adopts the embedded
 * PostgreSQL.
 */
export class Lifecycle {
  readonly #undo: Undo[] = []
  readonly #abort = new AbortController()
  #stopping: Promise<never> | null = null
  #starting: Promise<void> = Promise.resolve()
  #askedAt = 0

  /** Aborted when a stop begins; the start checks it between its steps. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Registers how to stop a part that has just started; `msLeft`: until the stop is ended by force. */
  onStop(what: string, run: (msLeft: number) => Promise<void>): void {
    this.#undo.push({ what, run })
  }

  /** Runs the start. When it fails, the started parts are stopped and the process ends. */
  async start(steps: () => Promise<void>): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#handleStopRequest(signal))
    process.on('disconnect', () => this.#handleStopRequest('the starting process is gone'))
    // A closed pipe of the output does not stop the shop.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
    process.on('uncaughtException', (error) => this.fail(error))
    process.on('unhandledRejection', (error) => this.fail(error))
    this.#starting = steps().catch((error: unknown) => {
      if (!this.signal.aborted) this.fail(error)
    })
    await this.#starting
  }

  /** Ends the process after an orderly stop, with exit code 1. */
  fail(error: unknown): void {
    if (error instanceof StartupError) printRefusal(error.message)
    else log.error('The shop cannot continue', { error })
    void this.#stop(1)
  }

  #handleStopRequest(why: string): void {
    if (this.#stopping && performance.now() - this.#askedAt > SAME_PRESS_MS) process.exit(1)
    if (this.#stopping) return
    this.#askedAt = performance.now()
    printStop(`Zatrzymuję (${why}) ...`, `Stopping (${why}) ...`)
    void this.stop()
  }

  /** Ends the process after an orderly stop. */
  stop(): Promise<never> {
    return this.#stop(0)
  }

  #stop(code: number): Promise<never> {
    this.#stopping ??= this.#undoAll(code)
    return this.#stopping
  }

  async #undoAll(code: number): Promise<never> {
    this.#abort.abort(new StartupError('Start przerwano, zanim się skończył.'))
    const endsAt = performance.now() + STOP_TIMEOUT_MS
    let part = 'the start'
    setTimeout(() => {
      log.error('The stop took too long and was ended by force', { part })
      process.exit(1)
    }, STOP_TIMEOUT_MS).unref()
    await this.#starting
    let exitCode = code
    for (const { what, run } of this.#undo.reverse()) {
      part = what
      try {
        await run(endsAt - performance.now())
      } catch (error) {
        log.error(`Stopping ${what} failed`, { error })
        exitCode = 1
      }
    }
    if (exitCode === 0 && this.#askedAt > 0) printStop('Zatrzymany.', 'Stopped.')
    process.exit(exitCode)
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
