import { parseCheckedZl } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { changeSettings } from '#domain/kernel/database/settings-row-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { readNamedZl } from '#domain/shipping/cost-names.ts'
import type { DispatchSettings, NewBuyerLimits, ShippingCostsChange } from './admin-settings.ts'
import { readShippingCosts } from './settings-queries.server.ts'
import { insertShippingCosts } from './settings-store.server.ts'

/** The most that InPost collects, grosze. */
const PRESET_COD_LIMIT_GROSZE = 500_000

type SettingsServices = Pick<Services, 'db'>
type Changed = Result<null, Busy | { reason: 'changed_meanwhile' }>
const CHANGED = { reason: 'changed_meanwhile' } as const

/** Shows the original line alone, or all perfumes again. */
export const changeHideSubstitutes = (
  services: SettingsServices,
  userId: string,
  change: { hide_substitutes: boolean; version: string },
): Promise<Changed> =>
  changeSettings(services, userId, { table: 'shop_settings', action: 'shop_settings.changed' }, change)

/** Sets the dispatch calendar, including a holiday during which no parcel is sent. */
export const changeDispatchSettings = (
  services: SettingsServices,
  userId: string,
  change: DispatchSettings,
): Promise<Changed> =>
  changeSettings(services, userId, { table: 'shop_settings', action: 'dispatch_calendar.changed' }, change)

/** Sets the limits of accounts with unproven addresses. */
export const changeNewBuyerLimits = (
  services: SettingsServices,
  userId: string,
  change: NewBuyerLimits,
): Promise<Changed> =>
  changeSettings(services, userId, { table: 'unproven_account_limits', action: 'unproven_limits.changed' }, change)

/** Sets the delivery costs from now on, as a new row. Older rows document earlier charges. */
export function changeShippingCosts(
  { db }: SettingsServices,
  userId: string,
  { seen, ...costs }: ShippingCostsChange,
): Promise<Changed> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    const rates = readNamedZl(costs, parseCheckedZl)
    const free_delivery_from_grosze =
      costs.free_delivery_from === null ? null : parseCheckedZl(costs.free_delivery_from)
    const before = (await readShippingCosts(trx))?.cod_limit_grosze ?? PRESET_COD_LIMIT_GROSZE
    const cod_limit_grosze = costs.cod_limit === undefined ? before : parseCheckedZl(costs.cod_limit)
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
