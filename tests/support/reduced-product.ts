import { randomUUID } from 'node:crypto'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { type Api, cookieOf } from './api.ts'

const HOUR = 60 * 60 * 1000
export const DAY = 24 * HOUR

/** The Polish local time some hours from now. */
export const clockIn = (hours: number) => toWallClock(new Date(Date.now() + hours * HOUR))
/** A reduction that is in force now. */
export const RUNNING = () => ({ reduced_from: clockIn(-1), reduced_to: clockIn(1) })

export type PriceDesk = Awaited<ReturnType<typeof openPriceDesk>>

/** The admin's calls about the price of one product, which `addProduct` replaces by a new one. */
export async function openPriceDesk(api: Api) {
  const admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const brand = await api.db.selectFrom('brands').select('id').where('is_original', '=', true).executeTakeFirstOrThrow()
  let product = { id: '', name: '' }
  const call = (method: string, path: string, body?: object) =>
    api.call(`/api/admin/products${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { ...(body && { 'Content-Type': 'application/json' }), Origin: api.base, ...admin },
    })
  const find = async () => (await (await call('GET', `/${product.id}`)).json()) as AdminProduct
  return {
    admin,
    get product() {
      return product
    },
    /** A product that has been sold at 100 zł for 90 days. */
    async addProduct(): Promise<void> {
      const name = `Zapach ${randomUUID().slice(0, 8)}`
      const { id } = await api.db
        .insertInto('products')
        .values({
          name,
          slug: name.toLowerCase().replace(' ', '-'),
          brand_id: brand.id,
          price_grosze: 10_000,
          notes_pyramid: null,
          created_at: new Date(Date.now() - 90 * DAY),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      product = { id, name }
    },
    /** A price that was in force for a time in the past. */
    async insertPast(grosze: number, daysAgo: number, days: number): Promise<void> {
      await api.db
        .insertInto('product_prices')
        .values({
          product_id: product.id,
          price_grosze: grosze,
          valid_from: new Date(Date.now() - daysAgo * DAY),
          valid_to: new Date(Date.now() - (daysAgo - days) * DAY),
        })
        .execute()
    },
    call,
    find,
    async edit(changes: object): Promise<Response> {
      const { version } = await find()
      return call('PATCH', `/${product.id}`, { version, ...changes })
    },
  }
}
