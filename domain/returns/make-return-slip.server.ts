import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { findCaseOfCheckout } from './return-case-queries.server.ts'
import { writeReturnSlip } from './write-return-slip.server.ts'

/** The paper for the parcel of a withdrawal, as PDF. */
export async function makeReturnSlip(
  { db, pdf, profile }: Pick<Services, 'db' | 'pdf' | 'profile'>,
  { checkoutId, number }: { checkoutId: string; number: string },
): Promise<Result<Buffer, { reason: 'case_not_found' }>> {
  const found = await findCaseOfCheckout(db, checkoutId, number)
  if (found?.kind !== 'withdrawal') return fail({ reason: 'case_not_found' })
  return ok(await pdf.write(writeReturnSlip(found, profile)))
}
