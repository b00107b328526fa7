import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { findRequestId } from '#domain/kernel/request-id.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { type FailureReport, findBrowserFamily, isOwnFailure } from './failure.ts'

/** Notes what a page reports of the shop's own code. What is not its fault is left out. */
export async function reportFailure(
  services: LimitServices & Pick<Services, 'failures'>,
  { page, ...report }: FailureReport,
  { clientAddress, userAgent }: { clientAddress: string; userAgent: string },
): Promise<Result<null, TooManyAttempts>> {
  if (!isOwnFailure({ page, ...report })) return ok(null)
  const limited = await limitAttempts(services, 'failure_report', { account: null, clientAddress })
  if (!limited.ok) return limited
  const browser = findBrowserFamily(userAgent)
  services.failures.note({ ...report, source: 'browser', place: page, browser, requestId: findRequestId() ?? null })
  return ok(null)
}
