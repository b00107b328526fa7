import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const PURPOSES = ['statistics', 'advertising'] as const
export type Purpose = (typeof PURPOSES)[number]

/** What a measurement id serves: Google Analytics (G-...), Google Ads (AW-...), or a tag of both (GT-...). */
export function listPurposesOf(id: string): readonly Purpose[] {
  if (id.startsWith('G-')) return ['statistics']
  return id.startsWith('AW-') ? ['advertising'] : PURPOSES
}

/** The purposes that the question for consent names. */
export function listPurposes(ids: readonly string[]): Purpose[] {
  return PURPOSES.filter((purpose) => ids.some((id) => listPurposesOf(id).includes(purpose)))
}

export const CONSENT_TITLE = 'Czy możemy mierzyć odwiedziny?'

const LEADS: Record<string, string> = {
  statistics: 'Za Twoją zgodą Google policzy, które strony pomagają w wyborze.',
  advertising: 'Za Twoją zgodą Google policzy, które reklamy pomagają w wyborze.',
  'statistics advertising': 'Za Twoją zgodą Google policzy, które strony i reklamy pomagają w wyborze.',
}
export const leadConsent = (purposes: readonly Purpose[]) =>
  `${LEADS[purposes.join(' ')]} Zdanie można zmienić w stopce strony.`

export const PURPOSE_WORDS: Record<Purpose, { name: string; text: string }> = {
  statistics: { name: 'Statystyka', text: 'odwiedzone strony i zamówienia, z losowym numerem przeglądarki' },
  advertising: { name: 'Reklama', text: 'które reklamy prowadzą do zakupów; bez profilowania' },
}

/** All words of the question, as they are kept for those who agreed to them. */
export function writeConsentText(purposes: readonly Purpose[]): string {
  const words = purposes.map((purpose) => `${PURPOSE_WORDS[purpose].name}: ${PURPOSE_WORDS[purpose].text}`)
  return [CONSENT_TITLE, leadConsent(purposes), ...words].join('\n')
}

/** Every text that may be shown. */
export const listConsentTexts = (): string[] =>
  [['statistics'], ['advertising'], PURPOSES].map((purposes) => writeConsentText(purposes as Purpose[]))

/** Body of POST /api/consents. */
export const consentSchema = defineSchema(() =>
  z
    .strictObject({
      id: z.guid().meta({ description: 'Random, made by the browser once per answer; the same again changes nothing' }),
      browser_id: z.guid().meta({ description: 'Random, made by the browser at its first answer' }),
      text_sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ description: 'Of the question that was shown' }),
      statistics: z.boolean(),
      advertising: z.boolean(),
    })
    .meta({ id: 'Consent' }),
)
export type ConsentAnswer = z.output<typeof consentSchema>
