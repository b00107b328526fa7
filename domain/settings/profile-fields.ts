import { countCharacters, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { listMeasurementIds, type ProfileField, type ProfilePage } from './profile-rules.ts'
import { PROFILE_FIELDS } from './profile-table.ts'

const MOST_CHARACTERS = 200

export type ProfileKey = keyof typeof PROFILE_FIELDS
/** A value for each field. */
export type ProfileValues = Record<ProfileKey, string>

export const PROFILE_KEYS = Object.keys(PROFILE_FIELDS) as ProfileKey[]

export const fieldOf = (key: ProfileKey): ProfileField => PROFILE_FIELDS[key]

/** The values of a new shop. */
export const INITIAL_PROFILE = Object.fromEntries(
  PROFILE_KEYS.map((key) => [key, PROFILE_FIELDS[key].initial]),
) as ProfileValues

/** The keys of the fields that the owner may edit in the panel, on this page or on all. */
export const listEditedKeys = (page?: ProfilePage): ProfileKey[] =>
  PROFILE_KEYS.filter((key) => (page === undefined ? fieldOf(key).page !== null : fieldOf(key).page === page))

/** 'SELLER_NAME' for 'seller_name'. */
export const nameVariable = (key: ProfileKey): Uppercase<ProfileKey> => key.toUpperCase() as Uppercase<ProfileKey>

/** The fields in which a shop on https must not have the demo's invented seller. */
export const SELLER_KEYS = [
  'seller_name',
  'seller_address',
  'seller_nip',
  'seller_regon',
  'seller_phone',
  'seller_email',
  'return_address',
] as const satisfies readonly ProfileKey[]

/** Whether a value is one of the demo's. */
export const isInvented = (key: ProfileKey, value: string): boolean => fieldOf(key).invented?.test(value) ?? false

/**
 * The fields of the seller that are missing, still the demo's, or no such number, as a NIP with a wrong check digit.
 * Fields that are not given are left out.
 */
export const listInventedSeller = (values: Partial<ProfileValues>): ProfileKey[] =>
  SELLER_KEYS.filter((key) => {
    const value = values[key]
    if (value === undefined) return false
    return value.trim() === '' || isInvented(key, value) || fieldOf(key).rule?.accepts(value) === false
  })

/** Why the owner may not enter this value; undefined: it is valid. */
export function findMistake(key: ProfileKey, value: string): string | undefined {
  const { label, optional = false, rule } = fieldOf(key)
  if (value === '') return optional ? undefined : `Uzupełnij: ${label}`
  if (countCharacters(value) > MOST_CHARACTERS) return `Wpisz najwyżej ${MOST_CHARACTERS} znaków`
  if (!isPlainText(value)) return 'Usuń niedozwolone znaki'
  if (isInvented(key, value)) return 'To dane pokazowe. Wpisz swoje.'
  return rule && !rule.accepts(value) ? rule.sentence : undefined
}

/** The normalised form in which a typed value is stored. */
export function tidyProfileValue(key: ProfileKey, typed: string): string {
  const value = typed.trim()
  const { tidy } = fieldOf(key)
  return value === '' || tidy === undefined ? value : tidy(value)
}

/** A conversion only works with the measurement id of its own account. */
export const belongsToId = ({ measurement_ids: ids, measurement_conversion: conversion }: MeasuringValues): boolean =>
  conversion === '' || listMeasurementIds(ids).includes(conversion.split('/', 1)[0] ?? '')
type MeasuringValues = Pick<ProfileValues, 'measurement_ids' | 'measurement_conversion'>
