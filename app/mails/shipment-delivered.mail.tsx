import { Fragment } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { inflectStars } from '#app/catalog/rating.tsx'
import { findGuestOf } from '#domain/accounts/account-queries.server.ts'
import { REFILL_SEARCH } from '#domain/alerts/alert.ts'
import { listProductsToReview } from '#domain/catalog/product-queries.server.ts'
import { findMailedCheckout, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { listPieces } from '#domain/returns/bought-pieces-queries.server.ts'
import { findMailedParcel } from '#domain/shipping/shipment-queries.server.ts'
import { buildReviewUrl, defineMail } from './define-mail.ts'
import { AccountOffer } from './guest-note.tsx'
import { GUEST, LINK, PRODUCTS, THREE_TO_LOCKER } from './mail-examples.ts'
import { Heading, MailButton, Panel, Paragraph, TextLink, Title } from './mail-parts.tsx'
import { PicturedProduct, StarLinks } from './mail-products.tsx'
import { CancelledSince, describeParcelState, listNumbers, listOrderNumbers, WithdrawalLink } from './order-parts.tsx'

// Only mails to customers' accounts have a link that signs in.
const ids = z.object({ shipmentId: z.uuid(), tokenId: z.uuid().nullable().default(null) })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'shipment-delivered': z.output<typeof ids>
  }
}

const STARS = [5, 4, 3, 2, 1]

const DELIVERED = THREE_TO_LOCKER.orders.map((order) => ({
  ...order,
  shipping_status: 'delivered' as const,
  place: 'delivered' as const,
  paid_grosze: order.total_grosze,
}))

/** Tells that the parcel has arrived, and invites to review what was in it. */
export default defineMail({
  template: 'shipment-delivered',
  name: 'Paczka dostarczona',
  ids,
  load: async (db, { shipmentId, tokenId }) => {
    const parcel = await findMailedParcel(db, shipmentId)
    const { orders, ...checkout } = await findMailedCheckout(db, parcel.checkout_id)
    const delivered = orders.filter(({ id }) => parcel.orderIds.includes(id))
    const pieces = await listPieces(db, parcel.checkout_id)
    const gone = new Set(pieces.filter((piece) => piece.withdrawn >= piece.ordered).map((piece) => piece.product_id))
    // The mail invites to no review of returned or refunded products.
    const bought = delivered
      .filter((order) => order.place === 'delivered' && order.status !== 'cancelled' && !isPaidBack(order))
      .flatMap(({ items }) => items.map(({ product_id }) => product_id))
      .filter((id) => !gone.has(id))
    const products = await listProductsToReview(db, { userId: parcel.user_id, productIds: bought })
    const guest = await findGuestOf(db, parcel.checkout_id)
    // Reviews need an account.
    return { checkout, orders: delivered, products: guest === null ? products : [], tokenId, guest }
  },
  write: ({ checkout: { id }, orders, products, tokenId, guest }, shop) => {
    const { profile, orderLinks } = shop
    const { place, title, state, sentence } = describeParcelState(orders)
    const isThere = place === 'delivered'
    const summary = `${listOrderNumbers(orders)} ${state}`
    return {
      subject: `${title}, ${orders.length > 1 ? 'zamówienia' : 'zamówienie'} ${listNumbers(orders)}`,
      preview: products.length > 0 ? `${summary}. Jak pachnie?` : summary,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Panel title={summary}>{isThere ? 'Mamy nadzieję, że zapach Cię zachwyci.' : sentence}</Panel>
          <CancelledSince orders={orders} />
          {products.length > 0 && (
            <>
              <Heading>Jak pachnie?</Heading>
              <Paragraph>
                Wybierz gwiazdki. Otworzy się formularz, w którym możesz dopisać kilka słów i dodać opinię.
              </Paragraph>
              {products.map(({ slug, name, brand_name, image_key }) => (
                <Fragment key={slug}>
                  <PicturedProduct
                    imageKey={image_key}
                    href={`${profile.shopUrl}${href('/produkt/:slug', { slug })}`}
                  >{`${name}, ${brand_name}`}</PicturedProduct>
                  <StarLinks
                    of={STARS.map((stars) => ({
                      stars,
                      label: `${stars} ${inflectStars(stars)}`,
                      href: buildReviewUrl(shop, { slug, stars, tokenId }),
                    }))}
                  />
                  <Paragraph>
                    <TextLink href={`${profile.shopUrl}${href('/powiadom/:slug', { slug })}?${REFILL_SEARCH}`}>
                      Przypomnij mi, gdy będą się kończyć
                    </TextLink>
                  </Paragraph>
                </Fragment>
              ))}
            </>
          )}
          <MailButton href={orderLinks.create(id)}>Zobacz zamówienie</MailButton>
          {isThere && <AccountOffer guest={guest} profile={profile} />}
          {isThere && (
            <>
              <Heading>14 dni na zwrot</Heading>
              <Paragraph>
                Gdyby coś było nie tak: na zwrot bez podawania przyczyny masz 14 dni od otrzymania przesyłki. Wystarczy
                napisać na adres {profile.sellerEmail}. Adres do zwrotów i reklamacji: {profile.returnAddress}.
              </Paragraph>
            </>
          )}
          <WithdrawalLink orders={orders} profile={profile} orderLink={orderLinks.create(id)} />
        </>
      ),
    }
  },
  examples: {
    'trzy zamówienia': {
      checkout: THREE_TO_LOCKER,
      orders: DELIVERED,
      products: PRODUCTS,
      tokenId: LINK.id,
      guest: null,
    },
    'bez konta': {
      checkout: THREE_TO_LOCKER,
      orders: DELIVERED,
      products: [],
      tokenId: null,
      guest: { ...GUEST, hasAccount: false },
    },
  },
})

const isPaidBack = ({ paid_grosze, returning_grosze }: MailedCheckout['orders'][number]) =>
  returning_grosze > 0 && returning_grosze >= paid_grosze
