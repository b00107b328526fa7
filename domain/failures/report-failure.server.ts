import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { type FailureReport, findBrowserFamily, isOwnFailure, splitError } from './failure.ts'

/** Notes a failure that a page reports, if the shop's own code failed. */
export async function reportFailure(
  services: LimitServices & Pick<Services, 'failures'>,
  report: FailureReport,
  { clientAddress, userAgent, origin }: { clientAddress: string; userAgent: string; origin: string },
): Promise<Result<null, TooManyAttempts>> {
  if (!isOwnFailure(report, origin)) return ok(null)
  const limited = await limitAttempts(services, 'failure_report', { account: null, clientAddress })
  if (!limited.ok) return limited
  const browser = findBrowserFamily(userAgent)
  const { error, stack, page, build } = report
  services.failures.note({
    ...{ ...splitError(error), stack, build, browser },
    source: 'browser',
    place: page,
    // The id of the report itself says nothing about the failure, and would lead to an address in the log of a proxy.
    requestId: null,
  })
  return ok(null)
}
