import { z } from 'zod'
import { ALERT_KINDS } from '#domain/alerts/alert.ts'
import { findAlertedProduct } from '#domain/alerts/alert-queries.server.ts'
import { readLowestBeforePresent } from '#domain/catalog/prices/price-queries.server.ts'
import { describeLowestPrice } from '#domain/catalog/product.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { buildUnsubscribeUrl, defineMail } from './define-mail.ts'
import { MailButton, Panel, Paragraph, SmallPrint, Title } from './mail-parts.tsx'
import { ProductThumbnail } from './mail-products.tsx'

/** An earlier build queued no `alertId`. */
const ids = z.object({ productId: z.uuid(), kind: z.enum(ALERT_KINDS), alertId: z.uuid().optional() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'product-alert': z.output<typeof ids>
  }
}

const WORDS = {
  stock: { title: 'Znów w sprzedaży', event: 'są znów w sprzedaży' },
  price: { title: 'Niższa cena', event: 'kosztują mniej niż wtedy, gdy proszono o tę wiadomość' },
} as const
const PRODUCT = {
  name: 'Layali Zahran',
  slug: 'layali-zahran',
  brandName: 'Perfumy Arabskie',
  imageKey: null,
  priceGrosze: 12_990,
  lowestGrosze: 14_990,
  alertId: '6f1f9a53-5c0e-4d0f-9c77-2b7f0f3f2c11',
}

/** Tells people who waited that a product is in stock again or costs less. They get no further mail about it. */
export default defineMail({
  template: 'product-alert',
  name: 'Produkt znów dostępny albo tańszy',
  ids,
  load: async (db, { productId, kind, alertId }) => ({
    kind,
    alertId,
    ...(await findAlertedProduct(db, productId)),
    // The law requires it with every announced reduction.
    lowestGrosze: await readLowestBeforePresent(db, productId),
  }),
  write: ({ kind, alertId, name, slug, brandName, imageKey, priceGrosze, lowestGrosze }, { profile, ...shop }) => ({
    ...(alertId !== undefined && {
      unsubscribeUrl: buildUnsubscribeUrl({ profile, ...shop }, 'product-alert', alertId),
    }),
    subject: `${WORDS[kind].title}: ${name}`,
    preview: `${formatGrosze(priceGrosze)} w sklepie ${profile.shopName}.`,
    body: (
      <>
        <Title>{WORDS[kind].title}</Title>
        <Paragraph>{`Perfumy, na które czekasz, ${WORDS[kind].event}.`}</Paragraph>
        <ProductThumbnail imageKey={imageKey} width={160} />
        <Panel title={`${name} (${brandName})`}>{formatGrosze(priceGrosze)}</Panel>
        {kind === 'price' && lowestGrosze !== null && (
          <Paragraph>{describeLowestPrice({ lowest_price_cents: lowestGrosze })}</Paragraph>
        )}
        <MailButton href={`${profile.shopUrl}/produkt/${slug}`}>Zobacz perfumy</MailButton>
        <SmallPrint>To jedyna wiadomość z tej prośby. Twojego adresu nie ma już na liście oczekujących.</SmallPrint>
      </>
    ),
  }),
  examples: { dostępność: { kind: 'stock', ...PRODUCT }, cena: { kind: 'price', ...PRODUCT } },
})
