import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import type { Figure } from './benchmark.ts'

type Stored = { value: number; measuredAt: string }

/** Describes this machine in one line. */
export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpus().length} x ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
}

/** The last figures of this machine, in `.bench/`, and the change of a new one. */
export class BenchResults {
  readonly #file: string
  readonly #stored: Record<string, Stored>

  constructor() {
    const machine = createHash('sha256').update(describeMachine()).digest('hex').slice(0, 12)
    this.#file = join(PROJECT_ROOT, '.bench', `${machine}.json`)
    this.#stored = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : {}
  }

  /** '+12 % since 2026-05-01', or nothing for a new figure. Stores `value` as the last one. */
  replace({ name, value, better }: Figure): string {
    const last = this.#stored[name]
    this.#stored[name] = { value, measuredAt: new Date().toISOString() }
    mkdirSync(join(PROJECT_ROOT, '.bench'), { recursive: true })
    writeFileSync(this.#file, `${JSON.stringify(this.#stored, null, 2)}\n`)
    if (!last || last.value === 0) return ''
    const change = Math.round((value / last.value - 1) * 100)
    const day = last.measuredAt.slice(0, 10)
    if (change === 0) return `as on ${day}`
    const worse = better === 'higher' ? change < 0 : change > 0
    return `${change > 0 ? '+' : ''}${change} % since ${day}${worse ? ' (worse)' : ''}`
  }
}
