import { z } from 'zod'
import { HELD_ORDER_PAGE } from '#domain/checkout/held-order.ts'
import { findMailedHeldOrder } from '#domain/checkout/held-order-queries.server.ts'
import { findGiftOffer, shareGifts } from '#domain/gifts/gift.ts'
import { readGiftRule } from '#domain/gifts/gift-rule-queries.server.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { formatSums } from '#domain/orders/order-sums.ts'
import { defineMail } from './define-mail.ts'
import { HELD } from './mail-examples.ts'
import { Heading, MailButton, Paragraph, Title } from './mail-parts.tsx'
import { Amounts } from './mail-products.tsx'
import { describeFreeLine, describeGiftLine, FactLines } from './order-parts.tsx'

const ids = z.object({ heldOrderId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'held-order': z.output<typeof ids>
  }
}

/** What became of an order that no longer waits when its mail is sent. */
const STANDINGS = {
  confirmed: 'To zamówienie jest już potwierdzone. Nie musisz nic robić.',
  over: 'Tego zamówienia nie można już potwierdzić. Nie zostało złożone i nic nie trzeba płacić.',
} as const

/** Asks the buyer of a held order to confirm it. */
export default defineMail({
  template: 'held-order',
  name: 'Zamówienie do potwierdzenia',
  ids,
  load: async (db, { heldOrderId }) => ({
    ...(await findMailedHeldOrder(db, heldOrderId)),
    giftRule: await readGiftRule(db),
  }),
  write: (
    { id, expiresAt, standing, items, promisedSamples, shownShippingGrosze, discount, facts, giftRule },
    { profile, linkTokens, queuedAt },
  ) => {
    const products = items.reduce((sum, { quantity, shownPriceGrosze }) => sum + quantity * shownPriceGrosze, 0)
    const itemsGrosze = products - (discount?.grosze ?? 0)
    const offer = findGiftOffer(giftRule, { shopUrl: profile.shopUrl, today: readWarsawClock(queuedAt).day })
    const [gifts = 0] = shareGifts(offer && { offer, left: giftRule.stock }, [items], products)
    const until = formatDateTime(expiresAt)
    return {
      subject: 'Potwierdź zamówienie',
      preview: standing === 'open' ? `Zamówienie czeka na Twoje potwierdzenie do ${until}.` : STANDINGS[standing],
      body: (
        <>
          <Title>Potwierdź zamówienie</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>
            {standing === 'open'
              ? `Zamówienie czeka na Twoje potwierdzenie do ${until}. Dopiero wtedy odłożymy produkty i przygotujemy paczkę.`
              : STANDINGS[standing]}
          </Paragraph>
          {standing === 'open' && (
            <MailButton href={`${profile.shopUrl}${HELD_ORDER_PAGE}#${linkTokens.create('held-order', id)}`}>
              Potwierdź zamówienie
            </MailButton>
          )}
          <Heading>{standing === 'open' ? 'Zamawiasz' : 'Produkty'}</Heading>
          <Amounts
            items={[
              ...items.map(({ productId, name, description, quantity, shownPriceGrosze, ...shown }) => ({
                key: productId,
                label: name,
                details: [`${description}, ${quantity}\u00a0×\u00a0${formatGrosze(shownPriceGrosze)}`],
                amount: formatGrosze(quantity * shownPriceGrosze),
                shown,
              })),
              ...promisedSamples.map((label) => describeFreeLine(label, 1)),
              ...(offer && gifts > 0 ? [describeGiftLine({ name: offer.name, pieces: gifts })] : []),
            ]}
            sums={formatSums({
              items_grosze: itemsGrosze,
              discount,
              shipping_grosze: shownShippingGrosze,
              total_grosze: itemsGrosze + shownShippingGrosze,
            })}
          />
          <FactLines of={facts} />
          {standing === 'open' && (
            <Paragraph>
              Jeżeli to nie Twoje zamówienie, nic nie rób: bez potwierdzenia nie zostanie złożone i nic nie trzeba
              płacić.
            </Paragraph>
          )}
        </>
      ),
    }
  },
  examples: { 'za pobraniem': HELD },
})
