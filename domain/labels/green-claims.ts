/**
 * General claims about the environment that need a recognised proof (directive (EU) 2024/825). Stems, so that every
 * form of a word counts; the colour of a plant is none.
 */
const GREEN_CLAIMS =
  /(?<!\p{L})(?:eko(?=[\s.,!?-]|$)|eko-?przyja\p{L}*|ekologiczn\p{L}*|eco-?friendly|biodegradowaln\p{L}*|(?:przyjazn|bezpieczn|dobr)\p{L}*\s+dla\s+(?:środowisk|planet|przyrod|natur|klimat|ziemi)\p{L}*|neutraln\p{L}*\s+(?:dla\s+klimatu|klimatyczn\p{L}*|węglow\p{L}*)|zeroemisyjn\p{L}*|zrównoważon\p{L}*|zielon\p{L}*\s+(?:produkt|marka|wybór|kosmetyk)\p{L}*)/giu

/** The general claims about the environment in these texts, as they are written, each once. */
export function findGreenClaims(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => (text.match(GREEN_CLAIMS) ?? []).map((claim) => claim.trim())))]
}

/** What to do about a claim; for the form and the list of duties. */
export function describeGreenClaims(claims: readonly string[]): string {
  const quoted = new Intl.ListFormat('pl').format(claims.map((claim) => `„${claim}”`))
  return `Usuń ${quoted} albo napisz, co dokładnie i kto to potwierdził: ogólne hasła o środowisku są zakazane.`
}
