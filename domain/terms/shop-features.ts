import { DISCOUNT_CODES } from './features/discount-codes.ts'
import type { Feature, ShopFeatures, TermsSentence } from './features/feature.ts'
import { INVOICES } from './features/invoices.ts'
import { RECIPIENTS } from './features/recipients.ts'
import { SALE } from './features/sale.ts'
import { SERVICES } from './features/services.ts'
import type { TermsBlock } from './terms.ts'

/** Each feature with when it is on, and what terms and privacy policy then say. */
export const SHOP_FEATURES: readonly Feature[] = [...SERVICES, ...SALE, ...INVOICES, ...DISCOUNT_CODES, ...RECIPIENTS]

/** What terms lack: sentences of features that are on; and sentences of the shop about features that are off. */
export type TermsGaps = { missing: { name: string; sentence: TermsSentence }[]; untrue: string[] }

/** Compares terms with the features that are on. The owner's own words count as the sentence of the shop. */
export function compareFeatures(blocks: readonly TermsBlock[], on: ShopFeatures): TermsGaps {
  const lines = blocks.filter(({ isNumbered }) => isNumbered).flatMap((block) => block.lines)
  const missing = SHOP_FEATURES.filter(({ isOn }) => isOn(on)).flatMap(({ name, terms }) =>
    terms
      .filter(({ text, told }) => !lines.some((line) => line === text || told.test(line)))
      .map((sentence) => ({ name, sentence })),
  )
  const untrue = SHOP_FEATURES.filter(({ isOn, terms }) => !isOn(on) && terms.some(({ text }) => lines.includes(text)))
  return { missing, untrue: untrue.map(({ name }) => name) }
}

/** 'faktury, newsletter': the features that terms do not tell of. */
export const labelMissing = ({ missing }: TermsGaps): string => [...new Set(missing.map(({ name }) => name))].join(', ')

/**
 * The paragraphs with the sentences that they lack, each in its paragraph or, where there is none, in a new one before
 * the forms.
 */
export function addMissing(blocks: readonly TermsBlock[], { missing }: TermsGaps): TermsBlock[] {
  const sentences = missing.map(({ sentence }) => sentence)
  const isIn = (block: TermsBlock) => (sentence: TermsSentence) =>
    block.isNumbered && labelParagraph(block.heading) === sentence.section
  const placed = blocks.map((block) => ({
    ...block,
    lines: [...block.lines, ...sentences.filter(isIn(block)).map(({ text }) => text)],
  }))
  const left = sentences.filter((sentence) => !blocks.some((block) => isIn(block)(sentence)))
  if (left.length === 0) return placed
  const heading = 'Usługi i dokumenty Sklepu'
  const further = { heading, lines: left.map(({ text }) => text), isNumbered: true }
  const forms = placed.findIndex(({ isNumbered }) => !isNumbered)
  return placed.toSpliced(forms === -1 ? placed.length : forms, 0, further)
}

type Section = { heading: string; items: string[] }

/** 'Usługi elektroniczne' of '§ 4. Usługi elektroniczne'. */
export const labelParagraph = (heading: string): string => heading.replace(/^(§\s*)?\d+\.\s*/, '')

/** The paragraphs of a legal text with what the features that are on add to them. */
export function addFeatures(sections: readonly Section[], text: 'terms' | 'privacy', on: ShopFeatures): Section[] {
  const sentences = SHOP_FEATURES.filter(({ isOn }) => isOn(on)).flatMap(
    (feature): readonly { section: string; text: string }[] => feature[text],
  )
  return sections.map(({ heading, items }) => ({
    heading,
    items: [
      ...items,
      ...sentences.filter(({ section }) => section === labelParagraph(heading)).map(({ text }) => text),
    ],
  }))
}
