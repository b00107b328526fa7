import { z } from 'zod'
import {
  countCharacters,
  FORBIDDEN_CHARACTERS_MESSAGE,
  isPlainLines,
  tidyLines,
} from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { TEXT_KEYS, type TextKey, type TextSlot, textSlotOf } from './text-slots.ts'

/** What the owner wrote in place of the shop's texts. */
export type OwnTexts = Partial<Record<TextKey, string>>
export type CommonQuestion = { question: string; answer: string }

const MOST_QUESTIONS = 20

/** The normalised form in which a text is stored. */
export function tidyText({ kind }: TextSlot, typed: string): string {
  const lines = tidyLines(typed)
  if (kind === 'questions') return lines
  return kind === 'paragraphs' ? lines.replaceAll(/\n+/g, '\n\n') : lines.replaceAll(/\s+/g, ' ')
}

export function parseQuestions(text: string): CommonQuestion[] {
  return text.split(/\n{2,}/).map((block) => {
    const [question = '', ...answer] = block.split('\n').map((line) => line.trim())
    return { question, answer: answer.join(' ') }
  })
}

export const writeQuestions = (questions: readonly CommonQuestion[]): string =>
  questions.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')

/** Why a tidied text cannot be published; undefined: it can. */
function findTextMistake({ kind, most }: TextSlot, text: string): string | undefined {
  if (!isPlainLines(text)) return FORBIDDEN_CHARACTERS_MESSAGE
  if (countCharacters(text) > most) return `Wpisz najwyżej ${most} znaków`
  if (kind !== 'questions' || text === '') return undefined
  const questions = parseQuestions(text)
  if (questions.length > MOST_QUESTIONS) return `Najwyżej ${MOST_QUESTIONS} pytań`
  const half = questions.find(({ answer }) => answer === '')
  if (half) return `Dopisz odpowiedź w linii pod pytaniem „${half.question}”`
  const twice = questions.find(({ question }, index) => questions.findLastIndex((q) => q.question === question) > index)
  return twice && `To pytanie jest dwa razy: „${twice.question}”`
}

const textSchema = (slot: TextSlot) =>
  z
    .string()
    .transform((typed) => tidyText(slot, typed))
    .pipe(
      z.string().superRefine((text, context) => {
        const message = findTextMistake(slot, text)
        if (message !== undefined) context.addIssue({ code: 'custom', message })
      }),
    )
    .optional()

const ofEachText = <Schema>(schema: (slot: TextSlot) => Schema) =>
  Object.fromEntries(TEXT_KEYS.map((key) => [key, schema(textSlotOf(key))])) as Record<TextKey, Schema>

/** All own texts, with the version that was seen. For a missing or empty text, the shop's own is shown from now on. */
export const newOwnTextsSchema = defineSchema(() => z.strictObject({ version: z.int(), ...ofEachText(textSchema) }))
export type NewOwnTexts = z.output<typeof newOwnTextsSchema>

/** Restores a version; 0: the shop's texts. */
export const restoredTextsSchema = defineSchema(() => z.strictObject({ version: z.int(), number: z.int().min(0) }))

/** The stored or typed texts, without unknown and empty ones. */
export const readOwnTexts = (stored: Record<string, unknown>): OwnTexts =>
  Object.fromEntries(
    TEXT_KEYS.flatMap((key) => {
      const text = stored[key]
      return typeof text === 'string' && text.trim() !== '' ? [[key, text]] : []
    }),
  )

export const listChangedTexts = (before: OwnTexts, after: OwnTexts): TextKey[] =>
  TEXT_KEYS.filter((key) => before[key] !== after[key])

/** The shop's texts with the owner's in their places. */
export const mergeTexts = <Texts>(texts: Texts, own: OwnTexts): Texts =>
  TEXT_KEYS.reduce<unknown>((merged, key) => {
    const text = own[key]
    const parts = text === undefined ? [] : toParts(key, text)
    return parts.length > 0 ? replaceAt(merged, key.split('.'), parts) : merged
  }, texts) as Texts

/** A text in the shop's form: one text, or a list without repeats, because pages use paragraphs as keys. */
function toParts(key: TextKey, text: string): string | unknown[] {
  const { kind } = textSlotOf(key)
  if (kind === 'questions')
    return parseQuestions(text).filter(({ question, answer }) => question !== '' && answer !== '')
  return kind === 'paragraphs' ? [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean) : text
}

/** The shop's text of each slot except the questions, as the owner edits it. */
export const listPresetTexts = (texts: unknown): Record<Exclude<TextKey, 'faq'>, string> =>
  Object.fromEntries(
    TEXT_KEYS.filter((key) => key !== 'faq').map((key) => {
      const text = key.split('.').reduce<unknown>((part, name) => Object(part)[name], texts)
      return [key, Array.isArray(text) ? text.join('\n\n') : String(text)]
    }),
  ) as Record<Exclude<TextKey, 'faq'>, string>

function replaceAt(part: unknown, [name, ...rest]: string[], text: unknown): unknown {
  if (name === undefined) return text
  if (Array.isArray(part)) return part.with(Number(name), replaceAt(part[Number(name)], rest, text))
  const fields = Object(part)
  return { ...fields, [name]: replaceAt(fields[name], rest, text) }
}
