import { LOCKER_SEARCH_MIN_LENGTH, type LockerQuery } from '#domain/shipping/parcel-locker.ts'

/** Words say more than digits: a town can have three letters. */
const TEXT_MIN_LENGTH = 3

/**
 * What is typed into the locker search: digits are shaped into a postal code ('XX-XXX', spec 1 §5). Words stay, and so
 * does what may become one: '3 ' on the way to '3 Maja'.
 */
export function shapeLockerTerm(typed: string): string {
  if (!/^\d[\d-]*$|^\d{2}\s\d+$/.test(typed)) return typed
  const digits = typed.replace(/\D/g, '').slice(0, 5)
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits
}

function isPostalCodeTerm(term: string): boolean {
  return /^[\d-]+$/.test(term)
}

/** The question to the directory, null while too little is typed. */
export function lockerQueryOf(term: string): LockerQuery | null {
  const trimmed = term.trim()
  if (isPostalCodeTerm(trimmed)) return trimmed.length >= LOCKER_SEARCH_MIN_LENGTH ? { post_code: trimmed } : null
  return trimmed.length >= TEXT_MIN_LENGTH ? { search: trimmed } : null
}
