import { PRODUCT_RUN } from '#domain/catalog/provider/product-run.server.ts'
import { listMissingProducts } from '#domain/catalog/provider/provider-product-store.server.ts'
import { defineRun } from '#domain/kernel/definitions.ts'
import { insertItems } from '#domain/kernel/runs/run-store.server.ts'
import { changePaymentMode, PAYMENT_MODE_RUN } from './switch-payment-mode.server.ts'

/** Sends all products to the provider in another mode. When all have arrived, new payments begin in it. */
export default defineRun({
  ...PRODUCT_RUN,
  kind: PAYMENT_MODE_RUN,
  async finish({ payments }, trx, { id, mode, started_by: userId }, { failed }) {
    if (mode === null) throw new Error('a run over products has a mode')
    if (failed > 0) return { kind: 'ended', failure: 'products_failed' }
    if (!payments[mode]) return { kind: 'ended', failure: 'payment_keys_missing' }
    const cameUp = await insertItems(trx, id, 'product', await listMissingProducts(trx, mode))
    if (cameUp > 0) return { kind: 'extended' }
    await changePaymentMode(trx, { mode, userId })
    return { kind: 'ended', failure: null }
  },
})
