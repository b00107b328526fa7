export function sumPendingWork(work: Readonly<Record<string, number>>): number {
  return Object.values(work).reduce((sum, count) => sum + count, 0)
}
