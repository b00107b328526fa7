/** The numbers of days, weeks and months whose newest backup is kept; periods without a backup do not count. */
const KEPT = { day: 7, week: 4, month: 12 } as const

/** A backup's file carries the moment it was made, in UTC: perfumeria-2026-11-24T03-30-00Z.tar.zst.age */
const NAME = /^perfumeria-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar\.zst\.age$/

export function nameBackup(madeAt: Date): string {
  return `perfumeria-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst.age`
}

/** When a backup was made; null for any other file. */
export function parseBackupName(name: string): Date | null {
  const stamp = NAME.exec(name)?.[1]
  if (stamp === undefined) return null
  const [day, time] = [stamp.slice(0, 10), stamp.slice(11, 19).replaceAll('-', ':')]
  const madeAt = new Date(`${day}T${time}Z`)
  return Number.isNaN(madeAt.getTime()) ? null : madeAt
}

const PERIODS: Record<keyof typeof KEPT, (date: Date) => string> = {
  day: (date) => date.toISOString().slice(0, 10),
  // Weeks begin on Monday: the fourth of January 1970 was a Sunday.
  week: (date) => String(Math.floor((date.getTime() / 86_400_000 + 3) / 7)),
  month: (date) => date.toISOString().slice(0, 7),
}

/** The backups that may be deleted: all but the newest of each of the last days, weeks and months. */
export function listExpired(names: readonly string[]): string[] {
  const backups = names
    .map((name) => ({ name, madeAt: parseBackupName(name) }))
    .filter((backup): backup is { name: string; madeAt: Date } => backup.madeAt !== null)
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const kept = new Set<string>()
  for (const period of ['day', 'week', 'month'] as const) {
    const newest = Map.groupBy(backups, ({ madeAt }) => PERIODS[period](madeAt))
    for (const [backup] of [...newest.values()].slice(0, KEPT[period])) if (backup) kept.add(backup.name)
  }
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** The last backup among these files; undefined when there is none. */
export function findNewest(names: readonly string[]): string | undefined {
  // Sorting by name sorts by time.
  return names
    .filter((name) => parseBackupName(name) !== null)
    .toSorted()
    .at(-1)
}
