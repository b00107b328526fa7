/** Browsers by what they call themselves, most particular first: most of them also name those they descend from. */
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

/** Browser and device of a session as a person knows them, by the User-Agent header: 'Chrome, Windows'. */
export function describeDevice(userAgent: string | null): string {
  const named = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || 'Nieznane urządzenie'
}
