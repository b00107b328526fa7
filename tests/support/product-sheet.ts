import { expect } from 'vitest'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { BulkRow, ImportLine, ImportReport } from '#domain/catalog/sheet/product-import.ts'
import { type Api, cookieOf } from './api.ts'

/** The admin's files of products, and the stored products. */
export async function openProductSheet(api: Api) {
  const admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))

  /** Includes the byte order mark, which decoding as text would remove. */
  async function exportCsv(): Promise<string> {
    const answer = await api.get('/api/admin/products/export', { Cookie: admin })
    return Buffer.from(await answer.arrayBuffer()).toString()
  }
  /** A file, or new values of chosen products. */
  const send = (asked: string | BulkRow[], token: string | null = null) =>
    typeof asked === 'string'
      ? api.post('/api/admin/products/import', { csv: asked, token }, { Cookie: admin })
      : api.post('/api/admin/products/changes', { rows: asked, token }, { Cookie: admin })

  async function check(asked: string | BulkRow[]): Promise<ImportReport> {
    const answer = await send(asked)
    expect(answer.status).toBe(200)
    return answer.json() as Promise<ImportReport>
  }
  async function apply(asked: string | BulkRow[]): Promise<ImportReport> {
    const answer = await send(asked, (await check(asked)).token)
    expect(answer.status).toBe(200)
    return answer.json() as Promise<ImportReport>
  }
  async function refusal(answer: Response) {
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    return [answer.status, error.code]
  }

  async function products(count: number): Promise<AdminProduct[]> {
    const answer = await api.get('/api/admin/products?sort=name', { Cookie: admin })
    return ((await answer.json()) as { items: AdminProduct[] }).items.slice(0, count)
  }
  const find = (id: string) => api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const problemsOf = (lines: ImportLine[]) => lines.flatMap(({ problems }) => problems)
  const countOf = async (name: string) =>
    (await api.db.selectFrom('products').select('id').where('name', '=', name).execute()).length

  return { admin, exportCsv, send, check, apply, refusal, products, find, problemsOf, countOf }
}
