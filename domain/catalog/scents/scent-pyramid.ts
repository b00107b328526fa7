import { z } from 'zod'
import { countCharacters, FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const PYRAMID_LEVELS = ['head', 'heart', 'base'] as const
export type PyramidLevel = (typeof PYRAMID_LEVELS)[number]

export const notesSchema = defineSchema(() => z.array(z.string()))
export const notesPyramidSchema = defineSchema(() =>
  z.object({ head: notesSchema, heart: notesSchema, base: notesSchema }),
)
export type NotesPyramid = z.output<typeof notesPyramidSchema>

/** Notes missing from the pyramid would be shown nowhere. So the pyramid has all notes, or there is none. */
export const PYRAMID_MESSAGE = 'Wybierz dla każdej nuty: głowa, serce albo baza.'

export const NOTE_MAX = 60
const NOTES_MAX = 30

/** Trims notes and removes empty and repeated ones, whatever their case. */
export function tidyNotes(notes: readonly string[]): string[] {
  const tidied = notes.map((note) => note.replace(/\s+/gu, ' ').trim()).filter((note) => note !== '')
  return [...new Map(tidied.toReversed().map((note) => [note.toLowerCase(), note])).values()].toReversed()
}

/** Notes as a form sends them. */
export const typedNotesSchema = defineSchema(() =>
  z
    .array(
      z
        .string()
        .refine((note) => countCharacters(note.trim()) <= NOTE_MAX, 'Nuta może mieć najwyżej 60 znaków')
        .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
    )
    .max(NOTES_MAX, 'Najwyżej 30 nut')
    .transform(tidyNotes),
)

/** Whether the pyramid has exactly the notes, each once. True without a pyramid. */
export function hasWholePyramid({
  notes,
  notes_pyramid: pyramid,
}: {
  notes: readonly string[]
  notes_pyramid: NotesPyramid | null
}): boolean {
  if (pyramid === null) return true
  const placed = PYRAMID_LEVELS.flatMap((level) => pyramid[level]).map((note) => note.toLowerCase())
  const all = new Set(notes.map((note) => note.toLowerCase()))
  return placed.length === all.size && new Set(placed).size === all.size && placed.every((note) => all.has(note))
}
