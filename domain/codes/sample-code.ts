import { addDays, type WallClock } from '#domain/kernel/calendar-day.ts'
import type { Grosze } from '#domain/kernel/money.ts'

/** For how many days after today a code for samples is valid. */
export const SAMPLE_CODE_DAYS = 30
/** How much the products must cost beyond the code's value, so that every product keeps a price, grosze. */
const MORE_GROSZE = 100

/** 32 characters that are not mistaken for one another; 256 is a multiple of 32, so bytes map to them evenly. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 12

/** A text that cannot be guessed: 60 random bits. */
export function drawCodeText(): string {
  return [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** The terms of a code for samples. `valid_to` is the midnight after its last day. */
export function composeSampleCode(today: string, grosze: Grosze) {
  const valid_to: WallClock = `${addDays(today, SAMPLE_CODE_DAYS + 1)}T00:00`
  return { kind: 'sum' as const, value: grosze, least_grosze: grosze + MORE_GROSZE, valid_from: null, valid_to }
}

/** The last day of a code that ends at midnight. */
export const findLastDay = (validTo: WallClock): string => addDays(validTo.slice(0, 10), -1)
