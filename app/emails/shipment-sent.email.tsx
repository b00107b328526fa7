import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/money.ts'
import { findMailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { isDueOnDelivery } from '#domain/orders/order.ts'
import { findMailedParcel } from '#domain/shipping/mailed-shipment-queries.server.ts'
import { buildTrackingUrl } from '#domain/shipping/shipment.ts'
import { isLockerMethod } from '#domain/shipping/shipping-method.ts'
import { defineEmail, greet, unlinked } from './define-email.ts'
import { Button, Heading, Panel, Paragraph, TextLink, Title } from './email-parts.tsx'
import { createParcel, PAID_TO_LOCKER, THREE_TO_LOCKER } from './examples.ts'
import { Destination, listNumbers, nameOrders, OrderAmounts, WithdrawalLink } from './order-parts.tsx'

const ids = z.object({ shipmentId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'shipment-sent': z.output<typeof ids>
  }
}

/** Tells that the parcel is on its way, with its number. */
export default defineEmail({
  template: 'shipment-sent',
  name: 'Paczka wysłana',
  ids,
  load: async (db, { shipmentId }) => {
    const parcel = await findMailedParcel(db, shipmentId)
    const { orders, ...checkout } = await findMailedCheckout(db, parcel.checkout_id)
    return { parcel, checkout, orders: orders.filter(({ id }) => parcel.orderIds.includes(id)) }
  },
  write: ({ parcel, checkout: { id, first }, orders }, { profile, orderLinks }) => {
    const verb = orders.length > 1 ? 'są' : 'jest'
    const summary = `${nameOrders(orders)} ${verb} w\u00a0drodze`
    const trackingUrl = buildTrackingUrl(parcel)
    const due = isDueOnDelivery(orders) ? orders.reduce((sum, order) => sum + order.total_grosze, 0) : 0
    return {
      subject: `Paczka wysłana, ${orders.length > 1 ? 'zamówienia' : 'zamówienie'} ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>{'Paczka jest w\u00a0drodze'}</Title>
          <Paragraph>{greet(first.first_name)}</Paragraph>
          <Paragraph>
            {isLockerMethod(first.shipping_method)
              ? 'Twoja paczka jedzie do wybranego paczkomatu. Gdy tam dotrze, operator wyśle Ci kod odbioru.'
              : 'Twoja paczka jedzie do Ciebie kurierem.'}
          </Paragraph>
          <Panel title={summary}>
            {parcel.tracking_number === null
              ? 'Przekazaliśmy ją przewoźnikowi.'
              : `Numer przesyłki: ${unlinked(parcel.tracking_number)}`}
          </Panel>
          {due > 0 && <Paragraph>{`Do zapłaty przy odbiorze: ${formatGrosze(due)}.`}</Paragraph>}
          {trackingUrl === null ? (
            <Button href={orderLinks.create(id)}>Zobacz zamówienie</Button>
          ) : (
            <>
              <Button href={trackingUrl}>Śledź przesyłkę</Button>
              <Paragraph>
                <TextLink href={orderLinks.create(id)}>Zobacz zamówienie</TextLink>
              </Paragraph>
            </>
          )}
          <WithdrawalLink profile={profile} orderLink={orderLinks.create(id)} />
          <Destination order={first} />
          <Heading>{orders.length > 1 ? 'W paczce' : nameOrders(orders)}</Heading>
          <OrderAmounts orders={orders} />
        </>
      ),
    }
  },
  examples: {
    'opłacona online': {
      parcel: createParcel(PAID_TO_LOCKER),
      checkout: PAID_TO_LOCKER,
      orders: PAID_TO_LOCKER.orders,
    },
    'za pobraniem, trzy zamówienia': {
      parcel: createParcel(THREE_TO_LOCKER),
      checkout: THREE_TO_LOCKER,
      orders: THREE_TO_LOCKER.orders,
    },
  },
})
