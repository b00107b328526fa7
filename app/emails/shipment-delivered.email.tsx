import { Fragment } from 'react'
import { href } from 'react-router'
import { z } from 'zod'
import { inflectStars } from '#app/catalog/rating.tsx'
import { findGuestOf } from '#domain/accounts/account-queries.server.ts'
import { listProductsToReview } from '#domain/catalog/product-queries.server.ts'
import { findMailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { findMailedParcel } from '#domain/shipping/mailed-shipment-queries.server.ts'
import { buildReviewUrl, defineEmail, greet } from './define-email.ts'
import { Button, Heading, LinkList, Panel, Paragraph, TextLink, Title } from './email-parts.tsx'
import { GUEST, LINK, PRODUCTS, THREE_TO_LOCKER } from './examples.ts'
import { AccountOffer } from './guest-note.tsx'
import { listNumbers, nameOrders, WithdrawalLink } from './order-parts.tsx'

// Only mails to customers' accounts have a link that signs in.
const ids = z.object({ shipmentId: z.uuid(), tokenId: z.uuid().nullable().default(null) })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'shipment-delivered': z.output<typeof ids>
  }
}

const STARS = [5, 4, 3, 2, 1]

/** Tells that the parcel has arrived, and invites to review what was in it. */
export default defineEmail({
  template: 'shipment-delivered',
  name: 'Paczka dostarczona',
  ids,
  load: async (db, { shipmentId, tokenId }) => {
    const parcel = await findMailedParcel(db, shipmentId)
    const { orders, ...checkout } = await findMailedCheckout(db, parcel.checkout_id)
    const delivered = orders.filter(({ id }) => parcel.orderIds.includes(id))
    const bought = delivered.flatMap(({ items }) => items.map(({ product_id }) => product_id))
    const products = await listProductsToReview(db, { userId: parcel.user_id, productIds: bought })
    const guest = await findGuestOf(db, parcel.checkout_id)
    // Reviews need an account.
    return { checkout, orders: delivered, products: guest === null ? products : [], tokenId, guest }
  },
  write: ({ checkout: { id, first }, orders, products, tokenId, guest }, shop) => {
    const { profile, orderLinks } = shop
    const arrived = orders.length > 1 ? 'zostały dostarczone' : 'zostało dostarczone'
    const summary = `${nameOrders(orders)} ${arrived}`
    return {
      subject: `Paczka dostarczona, ${orders.length > 1 ? 'zamówienia' : 'zamówienie'} ${listNumbers(orders)}`,
      preview: products.length > 0 ? `${summary}. Jak pachnie?` : summary,
      body: (
        <>
          <Title>Paczka dostarczona</Title>
          <Paragraph>{greet(first.first_name)}</Paragraph>
          <Panel title={summary}>Mamy nadzieję, że zapach Cię zachwyci.</Panel>
          {products.length > 0 && (
            <>
              <Heading>Jak pachnie?</Heading>
              <Paragraph>
                Wybierz gwiazdki. Otworzy się formularz, w którym możesz dopisać kilka słów i dodać opinię.
              </Paragraph>
              {products.map(({ slug, name, brand_name }) => (
                <Fragment key={slug}>
                  <Paragraph>
                    <TextLink
                      href={`${profile.shopUrl}${href('/produkt/:slug', { slug })}`}
                    >{`${name}, ${brand_name}`}</TextLink>
                  </Paragraph>
                  <LinkList
                    of={STARS.map((stars) => ({
                      label: `${stars} ${inflectStars(stars)}`,
                      href: buildReviewUrl(shop, { slug, stars, tokenId }),
                    }))}
                  />
                </Fragment>
              ))}
            </>
          )}
          <Button href={orderLinks.create(id)}>Zobacz zamówienie</Button>
          <AccountOffer guest={guest} profile={profile} />
          <Heading>14 dni na zwrot</Heading>
          <Paragraph>
            Gdyby coś było nie tak: na zwrot bez podawania przyczyny masz 14 dni od otrzymania przesyłki. Wystarczy
            napisać na adres {profile.sellerEmail}. Adres do zwrotów i reklamacji: {profile.returnAddress}.
          </Paragraph>
          <WithdrawalLink profile={profile} orderLink={orderLinks.create(id)} />
        </>
      ),
    }
  },
  examples: {
    'trzy zamówienia': {
      checkout: THREE_TO_LOCKER,
      orders: THREE_TO_LOCKER.orders,
      products: PRODUCTS,
      tokenId: LINK.id,
      guest: null,
    },
    'bez konta': {
      checkout: THREE_TO_LOCKER,
      orders: THREE_TO_LOCKER.orders,
      products: [],
      tokenId: null,
      guest: { ...GUEST, hasAccount: false },
    },
  },
})
