import { z } from 'zod'
import { ALERT_KINDS } from '#domain/alerts/alert.ts'
import { findAlertedProduct, listLargerSizes } from '#domain/alerts/alert-queries.server.ts'
import { readLowestBeforePresent } from '#domain/catalog/prices/price-queries.server.ts'
import { describeLowestPrice, priceOf } from '#domain/catalog/product.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { buildUnsubscribeUrl, defineMail } from './define-mail.ts'
import { MailButton, Panel, Paragraph, SmallPrint, TextLink, Title } from './mail-parts.tsx'
import { ProductThumbnail } from './mail-products.tsx'

/** An earlier build queued no `alertId`. */
const ids = z.object({ productId: z.uuid(), kind: z.enum(ALERT_KINDS), alertId: z.uuid().optional() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'product-alert': z.output<typeof ids>
  }
}

const TITLES = { stock: 'Znów w sprzedaży', price: 'Niższa cena', refill: 'Kończy się?' } as const
const SENTENCES = {
  stock: 'Perfumy, na które czekasz, są znów w sprzedaży.',
  price: 'Perfumy, na które czekasz, kosztują mniej niż wtedy, gdy proszono o tę wiadomość.',
  refill: 'O tej porze flakon zwykle się kończy. Oto on i, jeśli są, większe.',
} as const
const PRODUCT = {
  name: 'Layali Zahran',
  slug: 'layali-zahran',
  brandName: 'Perfumy Arabskie',
  imageKey: null,
  priceGrosze: 12_990,
  lowestGrosze: 14_990,
  volumeMl: 50 as number | null,
  larger: [] as Awaited<ReturnType<typeof listLargerSizes>>,
  alertId: '6f1f9a53-5c0e-4d0f-9c77-2b7f0f3f2c11',
}

/** Tells people who waited that a product is in stock again or costs less. They get no further mail about it. */
export default defineMail({
  template: 'product-alert',
  name: 'Produkt znów dostępny albo tańszy',
  ids,
  load: async (db, { productId, kind, alertId }) => ({
    kind,
    larger: kind === 'refill' ? await listLargerSizes(db, productId) : [],
    alertId,
    ...(await findAlertedProduct(db, productId)),
    // The law requires it with every announced reduction.
    lowestGrosze: await readLowestBeforePresent(db, productId),
  }),
  write: (
    { kind, larger, alertId, name, slug, brandName, imageKey, priceGrosze, volumeMl, lowestGrosze },
    { profile, ...shop },
  ) => ({
    ...(alertId !== undefined && {
      unsubscribeUrl: buildUnsubscribeUrl({ profile, ...shop }, 'product-alert', alertId),
    }),
    subject: `${TITLES[kind]}: ${name}`,
    preview: `${formatGrosze(priceGrosze)} w sklepie ${profile.shopName}.`,
    body: (
      <>
        <Title>{TITLES[kind]}</Title>
        <Paragraph>{SENTENCES[kind]}</Paragraph>
        <ProductThumbnail imageKey={imageKey} width={160} />
        <Panel title={`${name} (${brandName})`}>
          {formatPrices({ price_grosze: priceGrosze, volume_ml: volumeMl })}
        </Panel>
        {larger.map((size) => (
          <Paragraph key={size.slug}>
            <TextLink href={`${profile.shopUrl}/produkt/${size.slug}`}>{`${size.volume_ml} ml`}</TextLink>
            {`: ${formatPrices(size)}`}
          </Paragraph>
        ))}
        {kind === 'price' && lowestGrosze !== null && (
          <Paragraph>{describeLowestPrice({ lowest_price_cents: lowestGrosze })}</Paragraph>
        )}
        <MailButton href={`${profile.shopUrl}/produkt/${slug}`}>Zobacz perfumy</MailButton>
        <SmallPrint>To jedyna wiadomość z tej prośby. Twojego adresu nie ma już na liście oczekujących.</SmallPrint>
      </>
    ),
  }),
  examples: {
    dostępność: { kind: 'stock', ...PRODUCT },
    cena: { kind: 'price', ...PRODUCT },
    kończy: {
      kind: 'refill',
      ...PRODUCT,
      larger: [{ volume_ml: 100, slug: 'layali-zahran-100-ml', price_grosze: 21_900 }],
    },
  },
})

/** '129,90 zł, 259,80 zł za 100 ml' */
function formatPrices({
  price_grosze: grosze,
  volume_ml: volume,
}: {
  price_grosze: Grosze
  volume_ml: number | null
}): string {
  const unit = volume === null || volume === 100 ? [] : [`${formatGrosze(priceOf(100, grosze, volume))} za 100 ml`]
  return [formatGrosze(grosze), ...unit].join(', ')
}
