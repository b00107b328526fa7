import { z } from 'zod'
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
  return { ids: set.MEASUREMENT_IDS, conversion: set.MEASUREMENT_CONVERSION ?? null, scriptOrigin: GOOGLE }
}

/** What is wrong in these settings together, one sentence each, beginning with the name of the variable. */
export function findAnalyticsMistakes({ MEASUREMENT_IDS: ids, MEASUREMENT_CONVERSION: conversion }: AnalyticsSettings) {
  return conversion === undefined || ids.includes(conversion.split('/', 1)[0] ?? '')
    ? []
    : ['MEASUREMENT_CONVERSION must belong to an id of MEASUREMENT_IDS.']
}

/** Origins that a page's policy must let in for it, by directive. */
export type AnalyticsSources = Record<'script-src' | 'img-src' | 'connect-src' | 'frame-src', readonly string[]>

/** As Google's guide to content security policies names them; those of its ads only where ads are measured. */
const ANALYTICS_SOURCES: AnalyticsSources = {
  'script-src': [GOOGLE],
  'img-src': [GOOGLE, 'https://*.google-analytics.com'],
  'connect-src': [GOOGLE, 'https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.google.com'],
  'frame-src': [],
}
const AD_HOSTS = [
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
  'https://www.google.com',
  'https://google.com',
]
const AD_SOURCES: AnalyticsSources = {
  'script-src': AD_HOSTS,
  'img-src': [...AD_HOSTS, 'https://www.google.pl'],
  'connect-src': [...AD_HOSTS, 'https://www.google.pl'],
  'frame-src': [GOOGLE, 'https://td.doubleclick.net'],
}

export function listAnalyticsSources({ ids, scriptOrigin }: AnalyticsFacts): AnalyticsSources {
  if (scriptOrigin !== GOOGLE) {
    return { 'script-src': [scriptOrigin], 'connect-src': [scriptOrigin], 'img-src': [], 'frame-src': [] }
  }
  const measuresAds = ids.some((id) => !id.startsWith('G-'))
  const join = (directive: keyof AnalyticsSources) => [
    ...new Set([...ANALYTICS_SOURCES[directive], ...(measuresAds ? AD_SOURCES[directive] : [])]),
  ]
  return {
    'script-src': join('script-src'),
    'img-src': join('img-src'),
    'connect-src': join('connect-src'),
    'frame-src': join('frame-src'),
  }
}
