/** Folds what people confuse: case, marks of letters and compatibility forms. 'Żółć' and 'zolc' become equal. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[łøđßœæ]/g, (letter) => FOLDED[letter] ?? letter)
}

const FOLDED: Partial<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 's', œ: 'oe', æ: 'ae' }
