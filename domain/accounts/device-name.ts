/**
 * Browsers by their User-Agent tokens. The most specific ones come first, because most browsers also name their
 * ancestors.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/musical_ly|TikTok|BytedanceWebview/, 'TikTok'],
  [/FBAN|FBAV/, 'Facebook'],
  [/EdgA?\/|EdgiOS/, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** Names the browser and the system of a User-Agent header: 'Chrome, Windows'. */
export function describeDevice(userAgent: string | null): string {
  const named = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || 'Nieznane urządzenie'
}
