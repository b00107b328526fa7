import { z } from 'zod'
import { addDays, type Day } from '#domain/kernel/calendar-day.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { daySchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'

/** A paragraph of the terms, with numbered points, or a form to fill in, whose lines have no numbers. */
export type TermsBlock = { heading: string; lines: string[]; isNumbered: boolean }

/** The terms as they are shown. */
export type TermsDocument = { title: string; effective: string; blocks: TermsBlock[] }

const NUMBER = /^\d+\.\s+/

/**
 * The paragraphs of a text: an empty line ends one, its first line is the heading. Where every further line begins with
 * a number, they are points.
 */
export function parseTermsBody(body: string): TermsBlock[] {
  return body
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n/)
    .map((block) => block.split('\n').map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ''))
    .flatMap(([heading, ...lines]) => {
      if (heading === undefined) return []
      const isNumbered = lines.length > 0 && lines.every((line) => NUMBER.test(line))
      return [{ heading, lines: isNumbered ? lines.map((line) => line.replace(NUMBER, '')) : lines, isNumbered }]
    })
}

/** The text of these paragraphs, with points numbered from 1. `parseTermsBody` reads the same paragraphs from it. */
export function writeTermsBody(blocks: readonly TermsBlock[]): string {
  return blocks
    .map(({ heading, lines, isNumbered }) =>
      [heading, ...lines.map((line, index) => (isNumbered ? `${index + 1}. ${line}` : line))].join('\n'),
    )
    .join('\n\n')
}

const longDay = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'UTC' })

/** '1 stycznia 2026' */
export const formatTermsDay = (version: Day): string => longDay.format(new Date(version))

/** The whole text of a version: title, the day from which it is in force, paragraphs. */
export function writeTerms({ title, version, body }: { title: string; version: Day; body: string }): string {
  return `${title}\nObowiązuje od ${formatTermsDay(version)}\n\n${body}`
}

export function parseTerms(fullText: string): TermsDocument {
  const { title, effective, body } = splitTerms(fullText)
  return { title, effective, blocks: parseTermsBody(body) }
}

export function splitTerms(fullText: string): { title: string; effective: string; body: string } {
  const [title = '', effective = '', , ...rest] = fullText.split('\n')
  return { title, effective, body: rest.join('\n') }
}

const isForm = ({ heading, isNumbered }: TermsBlock) => !isNumbered && /formularz/i.test(heading)

/** The model form by which a consumer withdraws. */
export const findWithdrawalForm = (blocks: readonly TermsBlock[]): TermsBlock | undefined => blocks.find(isForm)

/** Paragraphs of the later text that differ from the earlier one or are new. */
export function listChangedBlocks(before: readonly TermsBlock[], after: readonly TermsBlock[]): TermsBlock[] {
  const known = new Set(before.map((block) => writeTermsBody([block])))
  return after.filter((block) => !known.has(writeTermsBody([block])))
}

/** Days between the mail to accounts and the start of new terms. The day of publication does not count. */
const TOLD_DAYS_BEFORE = 14

/** The first day from which terms can be in force that are published today. */
export const findEarliestStart = (today: Day): Day => addDays(today, TOLD_DAYS_BEFORE + 1)

export type IncompleteTerms = { reason: 'terms_incomplete'; missing: string }

/** The text with its points renumbered. Refuses a text that lacks what the law and the shop's own mails need. */
export function checkTermsBody(body: string): Result<string, IncompleteTerms> {
  const blocks = parseTermsBody(body)
  const empty = blocks.find(({ lines }) => lines.length === 0)
  if (empty) return fail({ reason: 'terms_incomplete', missing: `treści pod nagłówkiem „${empty.heading}”` })
  const has = (words: RegExp) => blocks.some(({ heading, isNumbered }) => isNumbered && words.test(heading))
  if (!has(/odstąpieni/i)) return fail({ reason: 'terms_incomplete', missing: 'rozdziału o odstąpieniu od umowy' })
  if (!has(/reklamacj/i)) return fail({ reason: 'terms_incomplete', missing: 'rozdziału o reklamacjach' })
  if (!findWithdrawalForm(blocks)) return fail({ reason: 'terms_incomplete', missing: 'wzoru formularza odstąpienia' })
  return ok(writeTermsBody(blocks))
}

export const MOST_TERMS_CHARACTERS = 100_000

/** Body of POST /api/admin/terms. */
export const newTermsSchema = defineSchema(() =>
  z
    .strictObject({
      version: daySchema('Podaj dzień, od którego regulamin ma obowiązywać.').meta({ description: 'In Warsaw' }),
      body: z.string().trim().min(1).max(MOST_TERMS_CHARACTERS).meta({
        description: 'Paragraphs divided by empty lines: a heading, then numbered points',
      }),
    })
    .meta({ id: 'NewTerms' }),
)

/** The facts about seller and shop that the terms state wrongly or not at all, by name. */
export function findMissingFacts(text: string, profile: ShopProfile): string[] {
  const facts = [
    { name: 'nazwa sprzedawcy', value: profile.sellerName },
    { name: 'adres sprzedawcy', value: profile.sellerAddress },
    { name: 'NIP', value: profile.sellerNip },
    { name: 'e-mail', value: profile.sellerEmail },
    { name: 'telefon', value: profile.sellerPhone },
    { name: 'adres do zwrotów', value: profile.returnAddress },
    { name: 'adres sklepu', value: new URL(profile.shopUrl).host },
  ]
  return facts.filter(({ value }) => !text.includes(value)).map(({ name }) => name)
}
