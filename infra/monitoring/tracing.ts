import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MailTransport } from '#domain/kernel/mail.ts'
import { type ApiRoutes, createRouteNames } from '#infra/http/route-names.ts'

/** What is shown of a piece of work that has ended. No personal data. */
export type TraceEnd = { failed: boolean; fields: Record<string, string | number> }

/** Port to a collector of traces. */
export type Tracing = {
  /** Does a piece of work and sends how long it took. `describe` says what is shown of its outcome. */
  trace<Value>(
    kind: 'request' | 'job' | 'mail',
    name: string,
    work: () => Promise<Value>,
    describe: (value: Value) => TraceEnd,
  ): Promise<Value>
  /** A statement of the present work, which has just been answered. Its values are not sent. */
  noteStatement(statement: string, ms: number, failed: boolean): void
  /** Sends what is left. */
  close(): Promise<void>
}

export const NO_TRACING: Tracing = {
  trace: (_kind, _name, work) => work(),
  noteStatement() {},
  async close() {},
}

export type TraceRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<void>,
) => Promise<void>

/** Traces requests by the names of their routes. */
export function createRequestTracer(tracing: Tracing, apiRoutes: ApiRoutes): TraceRequest {
  const nameRoute = createRouteNames(apiRoutes)
  return ({ method = 'GET', url = '/' }, response, work) => {
    const route = nameRoute(method, url)
    return tracing.trace('request', `${method} ${route}`, work, () => ({
      failed: response.statusCode >= 500,
      fields: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': response.statusCode,
      },
    }))
  }
}

export function traceMails(tracing: Tracing, transport: MailTransport): MailTransport {
  return {
    ...transport,
    send: (mail, signal) =>
      tracing.trace(
        'mail',
        'send mail',
        () => transport.send(mail, signal),
        ({ ok }) => ({ failed: !ok, fields: { 'shop.mail_id': mail.id } }),
      ),
  }
}
