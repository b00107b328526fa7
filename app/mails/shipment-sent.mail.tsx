import { z } from 'zod'
import { isLockerMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { findMailedCheckout, type MailedCheckout } from '#domain/orders/mailed-order-queries.server.ts'
import { buildTrackingUrl } from '#domain/shipping/shipment.ts'
import { findMailedParcel } from '#domain/shipping/shipment-queries.server.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { createParcel, PAID_TO_LOCKER, THREE_TO_LOCKER } from './mail-examples.ts'
import { Heading, MailButton, Panel, Paragraph, TextLink, Title } from './mail-parts.tsx'
import {
  CancelledSince,
  DestinationLines,
  describeDue,
  describeParcelState,
  listNumbers,
  listOrderNumbers,
  OrderAmounts,
  WithdrawalLink,
} from './order-parts.tsx'

const ids = z.object({ shipmentId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'shipment-sent': z.output<typeof ids>
  }
}

/** Tells that the parcel is on its way, with its number. */
export default defineMail({
  template: 'shipment-sent',
  name: 'Paczka wysłana',
  ids,
  load: async (db, { shipmentId }) => {
    const parcel = await findMailedParcel(db, shipmentId)
    const { orders, ...checkout } = await findMailedCheckout(db, parcel.checkout_id)
    return { parcel, checkout, orders: orders.filter(({ id }) => parcel.orderIds.includes(id)) }
  },
  write: ({ parcel, checkout: { id, first }, orders }, { profile, orderLinks }) => {
    const { place, title, state, sentence } = describeParcelState(orders)
    const summary = `${listOrderNumbers(orders)} ${state}`
    const isUnderWay = place === 'on_the_way'
    const trackingUrl = place === 'shop' || place === 'cancelled' ? null : buildTrackingUrl(parcel)
    const due = isUnderWay ? describeDue(orders) : null
    return {
      subject: `${isUnderWay ? 'Paczka wysłana' : title}, ${orders.length > 1 ? 'zamówienia' : 'zamówienie'} ${listNumbers(orders)}`,
      preview: summary,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          {isUnderWay && (
            <Paragraph>
              {isLockerMethod(first.shipping_method)
                ? 'Twoja paczka jedzie do wybranego paczkomatu. Gdy tam dotrze, operator wyśle Ci kod odbioru.'
                : 'Twoja paczka jedzie do Ciebie kurierem.'}
            </Paragraph>
          )}
          <Panel title={summary}>
            {trackingUrl === null || parcel.tracking_number === null
              ? sentence
              : `Numer przesyłki: ${unlinked(parcel.tracking_number)}`}
          </Panel>
          {due !== null && <Paragraph>{due}</Paragraph>}
          <CancelledSince orders={orders} />
          {trackingUrl === null ? (
            <MailButton href={orderLinks.create(id)}>Zobacz zamówienie</MailButton>
          ) : (
            <>
              <MailButton href={trackingUrl}>Śledź przesyłkę</MailButton>
              <Paragraph>
                <TextLink href={orderLinks.create(id)}>Zobacz zamówienie</TextLink>
              </Paragraph>
            </>
          )}
          <WithdrawalLink orders={orders} profile={profile} orderLink={orderLinks.create(id)} />
          <DestinationLines order={first} />
          <Heading>{orders.length > 1 ? 'W paczce' : listOrderNumbers(orders)}</Heading>
          <OrderAmounts orders={orders} />
        </>
      ),
    }
  },
  examples: {
    'opłacona online': send(PAID_TO_LOCKER),
    'za pobraniem, trzy zamówienia': send(THREE_TO_LOCKER),
  },
})

function send(checkout: MailedCheckout) {
  const sent = { shipping_status: 'shipped', place: 'on_the_way' } as const
  return { parcel: createParcel(checkout), checkout, orders: checkout.orders.map((order) => ({ ...order, ...sent })) }
}
