import type { Gap } from '#domain/kernel/checks/check.ts'
import { findGaps } from '#domain/kernel/checks/read-duties.server.ts'
import type { Services } from '#domain/services.ts'

/** The gaps that the check with this key finds. */
export function findGapsOf(services: Services, key: string): Promise<Gap[]> {
  const check = services.checks.find((each) => each.key === key)
  if (!check) throw new Error(`no check is called ${key}`)
  return findGaps(check, services)
}
