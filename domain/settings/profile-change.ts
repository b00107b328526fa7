import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import {
  belongsToId,
  findMistake,
  listEditedKeys,
  type ProfileKey,
  type ProfileValues,
  tidyProfileValue,
} from './profile-fields.ts'

/** Fields as they were typed. An empty field deletes its value. */
const valuesSchema = defineSchema(() =>
  z.strictObject(
    Object.fromEntries(listEditedKeys().map((key) => [key, z.string().max(1000).optional()])) as Record<
      ProfileKey,
      z.ZodOptional<z.ZodString>
    >,
  ),
)

const NO_ID = 'Ta konwersja nie należy do żadnego z identyfikatorów'

/** What is wrong with changed values. `after`: all values as they would be after the change. */
export function findProfileMistakes(
  changes: Partial<ProfileValues>,
  after: ProfileValues,
): Partial<Record<ProfileKey, string>> {
  const mistakes = Object.fromEntries(
    Object.entries(changes).flatMap(([key, value]) => {
      const mistake = findMistake(key as ProfileKey, value)
      return mistake === undefined ? [] : [[key, mistake]]
    }),
  )
  const concernsMeasuring = 'measurement_ids' in changes || 'measurement_conversion' in changes
  return concernsMeasuring && !belongsToId(after) ? { measurement_conversion: NO_ID, ...mistakes } : mistakes
}

/** The changed fields alone, with the version that was seen. */
export const profileChangeSchema = defineSchema(() =>
  valuesSchema.extend({ version: z.string() }).transform(({ version, ...typed }) => ({
    version,
    changes: Object.fromEntries(
      Object.entries(typed).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, tidyProfileValue(key as ProfileKey, value)]],
      ),
    ) as Partial<ProfileValues>,
  })),
)
export type ProfileChange = z.output<typeof profileChangeSchema>
