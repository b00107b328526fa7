/** Makes a function that tells equal keys apart by their count: 'a', 'b', 'a' become 'a', 'b', 'a:1'. */
export function numberEqualKeys(): (key: string) => string {
  const counts = new Map<string, number>()
  return (key) => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before === 0 ? key : `${key}:${before}`
  }
}
