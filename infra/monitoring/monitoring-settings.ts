import { z } from 'zod'

export type MonitoringSettings = {
  /** The token that a reader of /metrics must send; null: only readers on this machine are answered. */
  metricsToken: string | null
  /** Where traces are sent, as OTLP over HTTP; null: there are none. */
  tracesTo: string | null
}

const SHORTEST_TOKEN = 20

export const monitoringVariables = {
  METRICS_TOKEN: z
    .string()
    .min(SHORTEST_TOKEN, `METRICS_TOKEN musi mieć co najmniej ${SHORTEST_TOKEN} znaków.`)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'OTEL_EXPORTER_OTLP_ENDPOINT musi być adresem kolektora OpenTelemetry, np. http://127.0.0.1:4318.',
    })
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof monitoringVariables>>

export function readMonitoring(given: Variables): MonitoringSettings {
  const endpoint = given.OTEL_EXPORTER_OTLP_ENDPOINT
  return {
    metricsToken: given.METRICS_TOKEN ?? null,
    tracesTo: endpoint === undefined ? null : `${endpoint.replace(/\/$/, '')}/v1/traces`,
  }
}
