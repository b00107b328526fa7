import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MailTransport } from '#domain/kernel/mail.ts'
import { type ApiRoutes, createRouteNames } from '#infra/http/public-addresses.ts'

/** The attributes of a finished piece of work, without personal data. */
export type TraceEnd = { failed: boolean; fields: Record<string, string | number> }

/** Port to a collector of traces. */
export type Tracing = {
  /** Runs a piece of work and sends its duration. `describe` returns the attributes of its outcome. */
  trace<Value>(
    kind: 'request' | 'job' | 'mail',
    name: string,
    work: () => Promise<Value>,
    describe: (value: Value) => TraceEnd,
  ): Promise<Value>
  /** Records a statement of the present work that has just been answered, without its values. */
  noteStatement(statement: string, ms: number, failed: boolean): void
  /** Sends the remaining spans. */
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
    send: (mail, ...attempt) =>
      tracing.trace(
        'mail',
        'send mail',
        () => transport.send(mail, ...attempt),
        ({ ok }) => ({ failed: !ok, fields: { 'shop.mail_id': mail.id } }),
      ),
  }
}
