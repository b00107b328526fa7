/** Whether an EAN or UPC has a prefix that GS1 reserves for the shop's own codes, which no producer uses. */
export function isInStoreCode(code: string): boolean {
  return /^\d{12,13}$/.test(code) && /^(2|02|04|05|98|99)/.test(code.padStart(13, '0'))
}

/**
 * The EAN or UPC that the producer gave the product, in thirteen digits; null: it is not such a code. A code of eight
 * digits that begins with 0 or 2 is a shop's own.
 */
export function readGtin(code: string): string | null {
  const gtin = code.padStart(13, '0')
  return /^([13-9]\d{7}|\d{12,13})$/.test(code) && !isInStoreCode(code) && hasCheckDigit(gtin) ? gtin : null
}

/** Whether the last of thirteen digits is the check digit of the others (EAN-13). */
export function hasCheckDigit(code: string): boolean {
  return [...code].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}
