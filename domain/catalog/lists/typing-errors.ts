/**
 * The number of typing errors between two words: missing, added and changed letters, and swapped neighbours. Distances
 * above `most` are only reported to be larger.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const changed = (last[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1])
      const left = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, changed)
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next.push(isSwapped ? Math.min(left, (before[column - 2] ?? 0) + 1) : left)
    }
    if (Math.min(...next) > most) return most + 1
    ;[before, last] = [last, next]
  }
  return last[b.length] ?? 0
}
