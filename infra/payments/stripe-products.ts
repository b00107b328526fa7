import type Stripe from 'stripe'
import { fail, ok } from '#domain/kernel/result.ts'
import type { PaymentProvider, SyncedProduct } from '#domain/payments/payment-provider.ts'
import { answerOf, price, product } from './stripe-answers.ts'

type ProductCalls = Pick<PaymentProvider, 'createProduct' | 'updateProduct' | 'deactivateProduct'>

/**
 * The shop's products at Stripe. A price there cannot change: a new amount is a new price, and the old one is archived.
 */
export function createProductCalls(stripe: Stripe): ProductCalls {
  return {
    async createProduct({ idempotencyKey, productId, name, description, unitGrosze, imageUrl }) {
      const created = await answerOf(
        () =>
          stripe.products.create(
            {
              name,
              ...(description && { description }),
              ...(imageUrl !== undefined && { images: [imageUrl] }),
              metadata: { product_id: productId },
              default_price_data: { currency: 'pln', unit_amount: unitGrosze },
            },
            { idempotencyKey },
          ),
        product,
      )
      if (!created.ok) return created
      const { id, default_price } = created.value
      if (!default_price) return fail({ reason: 'provider_unavailable', why: `product ${id} came without a price` })
      return ok({ providerProductId: id, providerPriceId: default_price })
    },

    async updateProduct(changed) {
      const { idempotencyKey, providerProductId, name, description, unitGrosze, imageUrl } = changed
      const old = await answerOf(() => stripe.prices.retrieve(changed.providerPriceId), price)
      if (!old.ok) return old
      const isSame = old.value.active && old.value.currency === 'pln' && old.value.unit_amount === unitGrosze
      const current = isSame
        ? old
        : await answerOf(
            () =>
              stripe.prices.create(
                { product: providerProductId, currency: 'pln', unit_amount: unitGrosze },
                { idempotencyKey: `${idempotencyKey}:price` },
              ),
            price,
          )
      if (!current.ok) return current
      // The default price cannot be archived, so the product gets the new one first.
      const updated = await answerOf(
        () =>
          stripe.products.update(
            providerProductId,
            {
              name,
              description: description ?? '',
              images: imageUrl === undefined ? '' : [imageUrl],
              active: true,
              default_price: current.value.id,
            },
            { idempotencyKey: `${idempotencyKey}:product` },
          ),
        product,
      )
      if (!updated.ok) return updated
      if (current.value.id !== old.value.id) {
        const archived = await answerOf(() => stripe.prices.update(old.value.id, { active: false }), price)
        if (!archived.ok) return archived
      }
      return ok<SyncedProduct>({ providerProductId, providerPriceId: current.value.id })
    },

    async deactivateProduct({ providerProductId }) {
      const updated = await answerOf(() => stripe.products.update(providerProductId, { active: false }), product)
      return updated.ok ? ok(undefined) : updated
    },
  }
}
