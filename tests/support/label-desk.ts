import { randomUUID } from 'node:crypto'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import { type Api, cookieOf } from './api.ts'
import { expect } from './fixtures.ts'

type Refusal = { code: string; message: string; fields?: Record<string, string>; details?: object }

/** The body of an answer that must be a success. */
export async function read<Body>(answer: Response): Promise<Body> {
  expect(answer.status).toBe(200)
  return (await answer.json()) as Body
}

/** The error of a refusal, with its status. */
export async function refused(answer: Response): Promise<Refusal & { status: number }> {
  const { error } = (await answer.json()) as { error: Refusal }
  return { status: answer.status, ...error }
}

export type LabelDesk = Awaited<ReturnType<typeof openLabelDesk>>

/** The admin's calls about products' legal information. `brandId`: the brand of the products that it adds. */
export async function openLabelDesk(api: Api) {
  const admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const brand = await api.db.selectFrom('brands').select('id').where('slug', '=', 'evarisse').executeTakeFirstOrThrow()
  const send = (method: string, path: string, body?: object) =>
    api.call(`/api/admin/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        Origin: api.base,
        Cookie: admin,
        'Idempotency-Key': randomUUID(),
      },
    })
  return {
    admin,
    brandId: brand.id,
    send,
    upload: (kind: string, bytes: Uint8Array, { type = 'image/png', name = 'urzędowe.png' } = {}) =>
      api.call(`/api/admin/label-files/${kind}?${new URLSearchParams({ name, official: 'tak' })}`, {
        method: 'POST',
        body: Buffer.from(bytes),
        headers: { 'Content-Type': type, Origin: api.base, Cookie: admin },
      }),
    async addProduct(fields: object) {
      const product = { name: `Zapach ${randomUUID()}`, brand_id: brand.id, price: 49.9, ...fields }
      return read<{ id: string }>(await send('POST', 'products', product))
    },
    readProduct: async (id: string) => read<AdminProduct>(await send('GET', `products/${id}`)),
  }
}
