import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { CLOSED_POLICY } from '#infra/http/refusals.ts'
import type { MetricsSources, ShopMetrics } from './shop-metrics.ts'

/** Headers that a proxy adds to a request which it passes on. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

export type MetricsOptions = {
  /** The token that a reader must send; null: only readers on this machine are answered, and on https nobody. */
  token: string | null
  https: boolean
  sources: MetricsSources
}

/**
 * `/metrics` for Prometheus. Nothing is counted or loaded before the first request for it: a monitoring system takes
 * the first value of a counter as its beginning.
 */
export class MetricsEndpoint {
  /** Whether a request may read the metrics. */
  readonly mayRead: (request: IncomingMessage) => boolean
  readonly #sources: MetricsSources
  #loading: Promise<ShopMetrics> | undefined
  #metrics: ShopMetrics | undefined

  constructor({ token, https, sources }: MetricsOptions) {
    this.mayRead = admitReaders(token, { https })
    this.#sources = sources
  }

  async answer(response: ServerResponse): Promise<void> {
    this.#loading ??= import('./shop-metrics.ts').then(({ createShopMetrics }) => createShopMetrics(this.#sources))
    this.#metrics = await this.#loading
    const { type, text } = await this.#metrics.describe()
    response
      .writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', 'Content-Security-Policy': CLOSED_POLICY })
      .end(text)
  }

  /** Counts a request when its answer is sent. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const metrics = this.#metrics
    if (metrics === undefined) return
    const began = performance.now()
    response.once('close', () => metrics.countRequest(request, response, (performance.now() - began) / 1000))
  }
}

/**
 * Who may read the metrics: with a token everybody who sends it; without one only this machine, and no request that a
 * proxy passed on. A shop on https has a proxy that may not add these headers, so there nobody reads without the token.
 */
export function admitReaders(
  token: string | null,
  { https }: Pick<MetricsOptions, 'https'>,
): (request: IncomingMessage) => boolean {
  if (token === null) {
    if (https) return () => false
    return ({ headers, socket }) =>
      isLoopback(socket.remoteAddress) && !FORWARDED.some((name) => headers[name] !== undefined)
  }
  const expected = digest(token)
  return ({ headers }) => {
    const [, sent] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
    return sent !== undefined && timingSafeEqual(digest(sent), expected)
  }
}

const digest = (text: string) => hash('sha256', text, 'buffer')

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.process(address).range() === 'loopback'
}
