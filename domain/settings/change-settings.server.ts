import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { zlToGrosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { readNamedZl } from '#domain/shipping/cost-names.ts'
import type { DispatchSettings, NewBuyerLimits, ShippingCostsChange } from './admin-settings.ts'
import { readShippingCosts } from './settings-queries.server.ts'
import {
  insertShippingCosts,
  updateDispatchSettings,
  updateHideSubstitutes,
  updateNewBuyerLimits,
} from './settings-store.server.ts'

/** The most that InPost collects, grosze. */
const PRESET_COD_LIMIT_GROSZE = 500_000

type Changed = Result<null, Busy | { reason: 'changed_meanwhile' }>
const CHANGED = { reason: 'changed_meanwhile' } as const

/** Shows the original line alone, or all perfumes again. */
export function changeHideSubstitutes(
  { db }: Pick<Services, 'db'>,
  userId: string,
  change: { hide_substitutes: boolean; version: string },
): Promise<Changed> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    if (!(await updateHideSubstitutes(trx, change))) return fail(CHANGED)
    const { hide_substitutes } = change
    await recordAudit(trx, { userId, action: 'shop_settings.changed', details: { hide_substitutes } })
    return ok(null)
  })
}

/** Sets the dispatch calendar, including a holiday during which no parcel is sent. */
export function changeDispatchSettings(
  { db }: Pick<Services, 'db'>,
  userId: string,
  change: DispatchSettings,
): Promise<Changed> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    if (!(await updateDispatchSettings(trx, change))) return fail(CHANGED)
    const { version: _, ...calendar } = change
    await recordAudit(trx, { userId, action: 'dispatch_calendar.changed', details: calendar })
    return ok(null)
  })
}

/** Sets the delivery costs from now on, as a new row. Older rows document earlier charges. */
export function changeShippingCosts(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { seen, ...costs }: ShippingCostsChange,
): Promise<Changed> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    const rates = readNamedZl(costs, toGrosze)
    const free_delivery_from_grosze = costs.free_delivery_from === null ? null : toGrosze(costs.free_delivery_from)
    const before = (await readShippingCosts(trx))?.cod_limit_grosze ?? PRESET_COD_LIMIT_GROSZE
    const cod_limit_grosze = costs.cod_limit === undefined ? before : toGrosze(costs.cod_limit)
    const changed = { rates, free_delivery_from_grosze, cod_limit_grosze }
    if (!(await insertShippingCosts(trx, changed, seen))) return fail(CHANGED)
    const details = {
      rates_grosze: rates,
      free_delivery_from_grosze,
      ...(cod_limit_grosze !== before && { cod_limit_grosze }),
    }
    await recordAudit(trx, { userId, action: 'shipping_costs.changed', details })
    return ok(null)
  })
}

/** Sets the limits of accounts with unproven addresses. */
export function changeNewBuyerLimits(
  { db }: Pick<Services, 'db'>,
  userId: string,
  change: NewBuyerLimits,
): Promise<Changed> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    if (!(await updateNewBuyerLimits(trx, change))) return fail(CHANGED)
    const { version: _, ...limits } = change
    await recordAudit(trx, { userId, action: 'unproven_limits.changed', details: limits })
    return ok(null)
  })
}

function toGrosze(zl: number): number {
  const grosze = zlToGrosze(zl)
  if (grosze === undefined) throw new RangeError(`not an amount: ${zl}`)
  return grosze
}
