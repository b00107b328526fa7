import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { DiagLogLevel, diag, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { log } from '#domain/kernel/log.ts'
import { findRequestId } from '#domain/kernel/present-call.server.ts'
import type { Tracing } from './tracing.ts'

/** How long spans are gathered before they are sent, ms. */
const GATHER_MS = 2_000
/** Longest wait for the collector, also at a stop, ms. */
const SEND_TIMEOUT_MS = 3_000
/** How often an unavailable collector is logged, ms. */
const SAME_ERROR_MS = 5 * 60_000
/** The most characters of a statement. */
const LONGEST_STATEMENT = 1_000

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, mail: SpanKind.CLIENT }

/** Sends traces as OTLP over HTTP. What a request causes later, jobs and mails, belongs to its trace. */
export function startTracing(url: string): Tracing {
  reportErrors()
  const random = new RandomIdGenerator()
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'perfumeria' }),
    idGenerator: {
      generateTraceId() {
        const request = findRequestId()
        return request === undefined ? random.generateTraceId() : hash('sha256', request).slice(0, 32)
      },
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({ exporter, scheduledDelayMillis: GATHER_MS, exportTimeoutMillis: SEND_TIMEOUT_MS }),
    ],
  })
  const tracer = provider.getTracer('perfumeria')
  const present = new AsyncLocalStorage<Span>()

  return {
    trace(kind, name, work, describe) {
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, ROOT_CONTEXT)
      const request = findRequestId()
      if (request !== undefined) span.setAttribute('shop.request_id', request)
      return present.run(span, async () => {
        try {
          const value = await work()
          const { failed, fields } = describe(value)
          span.setAttributes(fields)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          return value
        } catch (error) {
          // The error's message may quote typed values; the log has it in redacted form.
          span.setStatus({ code: SpanStatusCode.ERROR, ...(error instanceof Error && { message: error.name }) })
          throw error
        } finally {
          span.end()
        }
      })
    },
    noteStatement(statement, ms, failed) {
      const parent = present.getStore()
      if (parent === undefined) return
      const ended = Date.now()
      const [verb = 'statement'] = /[a-z]+/i.exec(statement) ?? []
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement.slice(0, LONGEST_STATEMENT) }
      const span = tracer.startSpan(
        verb.toLowerCase(),
        { kind: SpanKind.CLIENT, startTime: ended - ms, attributes },
        trace.setSpan(ROOT_CONTEXT, parent),
      )
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(ended)
    },
    // An unavailable collector does not make the stop fail.
    close: () => provider.shutdown().catch((error) => log.warn('The last traces could not be sent', { error })),
  }
}

/** The library reports errors to its own logger alone. */
function reportErrors(): void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const ignore = () => undefined
  const error = (message: string) => {
    const now = performance.now()
    if (now - reportedAt < SAME_ERROR_MS) return
    reportedAt = now
    log.warn('Traces could not be sent', { why: message })
  }
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR)
}
