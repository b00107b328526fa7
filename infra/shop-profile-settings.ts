import { z } from 'zod'
import {
  belongsToId,
  fieldOf,
  INITIAL_PROFILE,
  nameVariable,
  PROFILE_KEYS,
  type ProfileKey,
  type ProfileValues,
  tidyProfileValue,
} from '#domain/settings/profile-fields.ts'

type ProfileVariables = Record<Uppercase<ProfileKey>, z.ZodOptional<z.ZodString>>

/** The shop's profile in the environment. What is not set there, the owner enters in the panel. */
export const profileVariables = Object.fromEntries(
  PROFILE_KEYS.map((key) => {
    const { rule, initial } = fieldOf(key)
    // What the demo has is refused on https, by a sentence of its own.
    const accepts = (value: string) => value === initial || rule?.accepts(value) !== false
    const text = z.string().trim()
    const name = nameVariable(key)
    return [name, (rule ? text.refine(accepts, `${name} ${rule.must}`) : text).optional()]
  }),
) as ProfileVariables

type GivenVariables = z.output<z.ZodObject<ProfileVariables>>

/** Facts of the shop in the environment. */
export function readGivenProfile(set: GivenVariables): Partial<ProfileValues> {
  return Object.fromEntries(
    PROFILE_KEYS.flatMap((key) => {
      const value = set[nameVariable(key)]
      return value === undefined ? [] : [[key, tidyProfileValue(key, value)]]
    }),
  )
}

/** Mistakes in the combination of these settings, one sentence each that begins with the variable's name. */
export function findGivenMistakes(set: GivenVariables): string[] {
  return belongsToId({ ...INITIAL_PROFILE, ...readGivenProfile(set) })
    ? []
    : ['MEASUREMENT_CONVERSION musi należeć do identyfikatora z MEASUREMENT_IDS.']
}
