import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Why a trademark in a text is dangerous; one sentence for the warning. */
export const TRADEMARK_REASON =
  'Porównywanie zamiennika ze znaną marką to czerpanie korzyści z jej renomy (wyrok C-487/07 L’Oréal przeciwko ' +
  'Bellure) i może skończyć się pozwem.'

/** Letters without accents and case, and single spaces for everything between words. */
function foldWords(text: string): string {
  return text
    .replace(/[łŁ]/g, 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The trademarks of a list that these texts name as whole words, in the order of the list. Case, accents and signs
 * between words make no difference: 'Chloe' is 'Chloé'. Longer words do not match: 'diorama' does not name 'Dior'.
 */
export function findTrademarks(list: readonly string[], texts: readonly string[]): string[] {
  const words = ` ${texts.map(foldWords).join(' | ')} `
  return list.filter((mark) => {
    const folded = foldWords(mark)
    return folded !== '' && words.includes(` ${folded} `)
  })
}

/** '„Dior” i „Sauvage”' */
export function quoteTrademarks(marks: readonly string[]): string {
  return new Intl.ListFormat('pl').format(marks.map((mark) => `„${mark}”`))
}

/** Whether the admin keeps the trademarks in a text after the warning; part of forms with such texts. */
export const trademarksAcceptedSchema = defineSchema(() =>
  z.boolean().default(false).meta({ description: 'True: texts with trademarks are saved after the warning' }),
)

/** The trademarks that a refused text names. */
export const trademarksFoundSchema = defineSchema(() => z.object({ trademarks: z.array(z.string()) }))

/**
 * General claims about the environment that need a recognised proof (directive (EU) 2024/825). Stems, so that every
 * form of a word counts. The colour of a plant is not a claim.
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
