import { z } from 'zod'
import { KSEF_ENVIRONMENTS, type KsefEnvironment } from '#domain/papers/ksef/ksef.ts'

/** Where KSeF is. */
export type KsefAddresses = { environment: KsefEnvironment | 'sandbox'; apiUrl: string; qrUrl: string }

export const ksefVariables = {
  KSEF_ENVIRONMENT: z
    .enum(KSEF_ENVIRONMENTS, 'KSEF_ENVIRONMENT musi mieć wartość test, demo albo production.')
    .optional(),
}

const HOSTS: Record<KsefEnvironment, string> = { test: '-test', demo: '-demo', production: '' }

/** Null without an environment. */
export function readKsef({ KSEF_ENVIRONMENT: environment }: { KSEF_ENVIRONMENT?: KsefEnvironment }) {
  return environment === undefined ? null : findKsef(environment)
}

export const findKsef = (environment: KsefEnvironment): KsefAddresses => ({
  environment,
  apiUrl: `https://api${HOSTS[environment]}.ksef.mf.gov.pl/v2`,
  qrUrl: `https://qr${HOSTS[environment]}.ksef.mf.gov.pl`,
})
