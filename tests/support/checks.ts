import type { Gap } from '#domain/kernel/checks/check.ts'
import { findGaps } from '#domain/kernel/checks/read-duties.server.ts'
import type { Services } from '#domain/services.ts'

/** What is missing by the check with this key. */
export function findGapsOf(services: Services, key: string): Promise<Gap[]> {
  const check = services.checks.find((each) => each.key === key)
  if (!check) throw new Error(`no check is called ${key}`)
  return findGaps(check, services)
}
