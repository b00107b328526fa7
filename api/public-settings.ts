import { groszeToZl, toOptionalZl } from '#domain/kernel/amounts/money.ts'
import { calculateShippingCost, listOffered, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { findLabelFile, readGuaranteeNotice } from '#domain/labels/label-queries.server.ts'
import { listOfferedMeans } from '#domain/payments/mode/payment-means-queries.server.ts'
import { labelMeans } from '#domain/payments/payment-means.ts'
import { logoKeySchema } from '#domain/settings/look.ts'
import { findLogo } from '#domain/settings/look-queries.server.ts'
import { shippingCostsSchema, shopSettingsSchema } from '#domain/settings/settings.ts'
import { readDispatchCalendar, readShippingCosts, readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { buildSharePictureUrl, findShareWords } from '#domain/settings/share-picture.ts'
import { nameCosts } from '#domain/shipping/cost-names.ts'
import { publicCall } from './call.ts'
import { SANDBOXED_POLICY, z } from './http.ts'

export const settingsCalls = [
  publicCall.get(
    '/shop-settings',
    { summary: 'Shop settings', answers: ['The single row', shopSettingsSchema] },
    async ({ services }) => ok(await readShopSettings(services.publicDb)),
  ),
  publicCall.get(
    '/shipping-costs',
    {
      summary: 'Current shipping costs and the methods an order can use',
      answers: ['The newest costs', shippingCostsSchema],
      refuses: ['shipping_costs_missing'],
    },
    async ({ services: { publicDb, payments } }) => {
      const current = await readShippingCosts(publicDb)
      if (!current) return fail({ reason: 'shipping_costs_missing' })
      const { rates, ...newest } = current
      const means = await listOfferedMeans({ db: publicDb, payments })
      return ok({
        ...newest,
        ...nameCosts(rates),
        free_delivery_from: toOptionalZl(current.free_delivery_from_grosze),
        updated_at: current.updated_at.toISOString(),
        dispatch: await readDispatchCalendar(publicDb),
        guarantee_notice: await readGuaranteeNotice(publicDb),
        payment_means: labelMeans(means),
        offered: listOffered({ prepaid: means.length > 0 }).map((choice) => {
          const cost = calculateShippingCost(current, choice, null)
          return { method: toShippingMethod(choice), cost: groszeToZl(cost), cost_grosze: cost }
        }),
      })
    },
  ),
  publicCall.get(
    '/guarantee-notice/{key}',
    {
      summary: 'The official notice of the legal guarantee, as the shop was given it',
      params: z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) }),
      answers: ['The picture; an address never changes its content', ['image/png', 'image/jpeg']],
      refuses: ['label_file_not_found', 'invalid_request'],
    },
    async ({ services, params: { key } }) => {
      const file = await findLabelFile(services.publicDb, { kind: 'guarantee-notice', key })
      if (!file) return fail({ reason: 'label_file_not_found' })
      return ok(answerForever(file.content, file.type))
    },
  ),
  publicCall.get(
    '/logo/{key}',
    {
      summary: 'A logo of the shop',
      params: z.object({ key: logoKeySchema }),
      answers: ['The picture; an address never changes its content', ['image/webp']],
      refuses: ['logo_not_found', 'invalid_request'],
    },
    async ({ services, params: { key } }) => {
      const logo = await findLogo(services.publicDb, key)
      return logo ? ok(answerForever(logo.content, 'image/webp')) : fail({ reason: 'logo_not_found' })
    },
  ),
  publicCall.get(
    '/share-picture/{key}',
    {
      summary: 'The picture of shared links, with the words of the shop',
      params: z.object({ key: z.string().regex(/^[0-9a-f]{8}$/) }),
      answers: ['The picture; an address never changes its content', ['image/jpeg']],
      refuses: ['logo_not_found', 'invalid_request'],
    },
    async ({ services, params: { key } }) => {
      const words = findShareWords(services.profile.shopName, services.ownTexts)
      if (words === null || !buildSharePictureUrl(words).endsWith(`/${key}`)) return fail({ reason: 'logo_not_found' })
      return ok(answerForever(Buffer.from(await services.sharePictures.draw(words)), 'image/jpeg'))
    },
  ),
]

/** A file that came from outside: opened on its own it may load and run nothing. */
const answerForever = (content: Buffer, type: string) =>
  new Response(Uint8Array.from(content), {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': SANDBOXED_POLICY,
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
