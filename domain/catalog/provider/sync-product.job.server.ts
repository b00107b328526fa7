import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { syncEditedProduct } from './sync-provider-product.server.ts'

const payload = z.object({ productId: z.uuid() })

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'sync-product': z.output<typeof payload>
  }
}

/** Sends a changed product to the payment provider. Tried again while the provider is unavailable. */
export default defineJob({
  name: 'sync-product',
  payload,
  concurrency: 1,
  timeoutSeconds: 120,
  async run(services, { productId }) {
    const synced = await syncEditedProduct(services, productId)
    if (synced.ok) return ok(undefined)
    const { failure } = synced
    switch (failure.reason) {
      case 'payment_keys_missing':
        // Setting the keys later sends all products.
        log.info('a changed product waits for the keys of the payment provider', { productId })
        return ok(undefined)
      case 'provider_refused':
      case 'provider_unknown_id':
        return fail({ reason: 'permanent', why: `product ${productId}: ${failure.why}` })
      case 'provider_unavailable':
        throw new Error(`product ${productId}: ${failure.why}`)
    }
  },
})
