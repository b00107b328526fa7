import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '#domain/kernel/log.ts'
import type { PdfDocument, PdfWriter } from '#domain/kernel/pdf.ts'
import { toPrintable } from '#domain/kernel/text/printable.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

/** Node runs the source itself, in the build as well as in development and tests. */
const PROGRAM = join(PROJECT_ROOT, 'infra', 'pdf', 'pdf-worker.ts')
/** After this time a document is given up, so that it does not delay the next ones, ms. Most take some 10 ms. */
const PAPER_TIMEOUT_MS = 30_000
/** After this time without a document the thread ends and frees its memory, ms. */
const IDLE_MS = 15_000
/** The most memory of the thread, MiB: a document that needs more fails alone. */
const MEMORY_MIB = 128

/** The document with texts that its fonts have, whatever people typed. */
function toPrintableParts<Part>(part: Part): Part
function toPrintableParts(part: unknown): unknown {
  if (typeof part === 'string') return toPrintable(part)
  if (Array.isArray(part)) return part.map((one) => toPrintableParts(one))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, toPrintableParts(value)]))
}

/**
 * Makes PDF files, one after another, on a thread of its own, so that requests are answered meanwhile. The thread
 * starts with the first document and keeps no process alive. A failed document ends the thread, and the next document
 * starts another one.
 */
export function createPdfWriter(): PdfWriter {
  let turn: Promise<unknown> = Promise.resolve()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function startWorker(): Worker {
    const started = new Worker(PROGRAM, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB } })
    // Without a listener an error would end the whole process.
    started.on('error', (error) => log.warn('The thread that draws papers failed', { error }))
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  function endWorker(): void {
    void worker?.terminate()
    worker = undefined
  }

  async function draw(document: PdfDocument): Promise<Buffer> {
    clearTimeout(idle)
    worker ??= startWorker()
    const current = worker
    current.ref()
    try {
      current.postMessage(toPrintableParts(document))
      const [bytes] = await once(current, 'message', { signal: AbortSignal.timeout(PAPER_TIMEOUT_MS) })
      idle = setTimeout(endWorker, IDLE_MS).unref()
      return Buffer.from(bytes)
    } catch (error) {
      endWorker()
      throw error
    } finally {
      current.unref()
    }
  }

  return {
    write(document) {
      const made = turn.then(() => draw(document))
      turn = made.catch(() => undefined)
      return made
    },
  }
}
