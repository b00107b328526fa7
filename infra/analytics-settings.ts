import { z } from 'zod'
import { listPurposes } from '#domain/consents/consent.ts'
import { hashConsentText } from '#domain/consents/consent-store.server.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'

const MOST_IDS = 3
const MEASUREMENT_ID = /^(?:G|AW|GT)-[A-Z0-9]{4,20}$/
const CONVERSION = /^AW-[0-9]{4,20}\/[\w-]{4,60}$/

export const analyticsVariables = {
  MEASUREMENT_IDS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (ids) => ids.length <= MOST_IDS && new Set(ids).size === ids.length && ids.every((id) => MEASUREMENT_ID.test(id)),
      `MEASUREMENT_IDS must list up to ${MOST_IDS} ids like G-ABC123DEF4, AW-123456789 or GT-ABC1234.`,
    ),
  MEASUREMENT_CONVERSION: z
    .string()
    .regex(CONVERSION, 'MEASUREMENT_CONVERSION must be a conversion like AW-123456789/AbC-D_efG.')
    .optional(),
}

type AnalyticsSettings = z.output<z.ZodObject<typeof analyticsVariables>>

const GOOGLE = 'https://www.googletagmanager.com'

/** Null without an id. */
export function readAnalytics(set: AnalyticsSettings): AnalyticsFacts | null {
  if (set.MEASUREMENT_IDS.length === 0) return null
  const purposes = listPurposes(set.MEASUREMENT_IDS)
  return {
    ids: set.MEASUREMENT_IDS,
    conversion: set.MEASUREMENT_CONVERSION ?? null,
    scriptOrigin: GOOGLE,
    purposes,
    consentSha256: hashConsentText(purposes),
  }
}

/** Mistakes in the combination of these settings, one sentence each that begins with the variable's name. */
export function findAnalyticsMistakes({ MEASUREMENT_IDS: ids, MEASUREMENT_CONVERSION: conversion }: AnalyticsSettings) {
  return conversion === undefined || ids.includes(conversion.split('/', 1)[0] ?? '')
    ? []
    : ['MEASUREMENT_CONVERSION must belong to an id of MEASUREMENT_IDS.']
}
