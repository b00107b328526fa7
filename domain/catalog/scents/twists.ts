/** 'Podobny, ale ...': how a scent may differ from one that somebody knows. The words are those of the addresses. */
export const TWISTS = ['cieplejszy', 'lzejszy', 'tanszy', 'trwalszy'] as const
export type Twist = (typeof TWISTS)[number]
export const TWIST_NAMES: Record<Twist, string> = {
  cieplejszy: 'cieplejszy',
  lzejszy: 'lżejszy',
  tanszy: 'tańszy',
  trwalszy: 'trwalszy',
}
