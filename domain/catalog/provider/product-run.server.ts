import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { RunDefinition } from '#domain/kernel/runs/run-definition.ts'
import { startRun } from '#domain/kernel/runs/start-run.server.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { Services } from '#domain/services.ts'
import { listProductNames, listSyncedProducts } from './provider-product-store.server.ts'
import { syncProviderProduct } from './sync-provider-product.server.ts'

/** Sentences for failures of one product or of the whole run. */
const FAILURES: Partial<Record<string, string>> = {
  provider_unavailable: 'Dostawca płatności nie odpowiada. Spróbuj ponownie za chwilę.',
  provider_refused: 'Dostawca płatności odrzucił dane produktu.',
  provider_unknown_id: 'Dostawca płatności nie zna już tego produktu.',
  payment_keys_missing: 'Brak kluczy dostawcy płatności w tym trybie.',
  products_failed: 'Nie wszystkie produkty udało się przenieść. Tryb się nie zmienił.',
}

/**
 * The common part of runs that send products to the payment provider. A product interrupted by a killed process is sent
 * again as the same request.
 */
export const PRODUCT_RUN = {
  about: 'product',
  unavailable: 'provider_unavailable',
  async step(services, { mode }, productId) {
    if (mode === null) throw new Error('a run over products has a mode')
    const synced = await syncProviderProduct(services, { productId, mode, again: true })
    return { kind: 'ended', failure: synced.ok ? null : synced.failure }
  },
  listNames: listProductNames,
  describeFailure: (reason) => FAILURES[reason] ?? 'Nie udało się.',
} as const satisfies Omit<RunDefinition<Services>, 'kind'>

/** Begins a run over the products that the provider should have in this mode, or has and should not have. */
export async function startProductRun(
  services: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  run: { kind: string; mode: PaymentMode; startedBy: string },
): Promise<Result<{ runId: string }, Busy>> {
  return startRun(services, trx, { ...run, about: 'product', ids: await listSyncedProducts(trx, run.mode) })
}
