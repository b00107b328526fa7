/**
 * One bare address and nothing else: no display name, no list, no line break, no quoting, at most 254 characters.
 * What passes here cannot add a header or a second recipient.
 */
export function isMailAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(value)
}
