import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'

const GOOGLE = 'https://www.googletagmanager.com'

/** Origins that the policy of a page must allow, by directive. */
type AnalyticsSources = Record<'script-src' | 'img-src' | 'connect-src' | 'frame-src', readonly string[]>

/** As in Google's guide to content security policies. Those of its ads are allowed only where ads are measured. */
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
  if (ids.every((id) => id.startsWith('G-'))) return ANALYTICS_SOURCES
  const join = (directive: keyof AnalyticsSources) => [
    ...new Set([...ANALYTICS_SOURCES[directive], ...AD_SOURCES[directive]]),
  ]
  return {
    'script-src': join('script-src'),
    'img-src': join('img-src'),
    'connect-src': join('connect-src'),
    'frame-src': join('frame-src'),
  }
}
