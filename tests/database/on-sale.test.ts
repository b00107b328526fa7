import fc from 'fast-check'
import { sql } from 'kysely'
import { countPiecesLeft, isOnSale } from '#domain/catalog/product.ts'
import * as queries from '#domain/catalog/product-queries.server.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const product = fc.record({
  active: fc.boolean(),
  brand_active: fc.boolean(),
  brand_is_original: fc.boolean(),
  out_of_stock: fc.boolean(),
  stock_quantity: fc.option(fc.integer({ min: 0, max: 20 })),
})

test('on sale and pieces left: SQL and the rules for locked rows agree on every product', async ({ database }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      async (rows, hideSubstitutes) => {
        await database.db.updateTable('shop_settings').set({ hide_substitutes: hideSubstitutes }).execute()
        const { rows: found } = await sql<{ on_sale: boolean; pieces_left: number | null }>`
        with given as (
          select value, ordinality from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality
        ),
        p as (
          select ordinality, (value ->> 'active')::boolean as active, (value ->> 'out_of_stock')::boolean as out_of_stock,
            (value ->> 'stock_quantity')::int as stock_quantity
          from given
        ),
        b as (
          select ordinality, (value ->> 'brand_active')::boolean as active,
            (value ->> 'brand_is_original')::boolean as is_original
          from given
        )
        select ${queries.onSale} as on_sale, ${queries.piecesLeft} as pieces_left
        from p join b using (ordinality) order by ordinality`.execute(database.db)
        expect(found).toEqual(
          rows.map((row) => ({ on_sale: isOnSale(row, { hideSubstitutes }), pieces_left: countPiecesLeft(row) })),
        )
      },
    ),
    { numRuns: 100 },
  )
})
