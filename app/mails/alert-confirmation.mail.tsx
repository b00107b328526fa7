import { z } from 'zod'
import { ALERT_DAYS, ALERT_KINDS, ALERT_PAGE, CONFIRM_DAYS } from '#domain/alerts/alert.ts'
import { findAlertedProduct } from '#domain/alerts/alert-queries.server.ts'
import { buildUnsubscribeUrl, defineMail } from './define-mail.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ alertId: z.uuid(), productId: z.uuid(), kind: z.enum(ALERT_KINDS) })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'alert-confirmation': z.output<typeof ids>
  }
}

const EVENTS = { stock: 'wrócą do sprzedaży', price: 'stanieją', refill: 'będą się kończyć' } as const
const PRODUCT = {
  name: 'Layali Zahran',
  slug: 'layali-zahran',
  imageKey: null,
  brandName: 'Perfumy Arabskie',
  priceGrosze: 12_990,
  volumeMl: 100,
}
const EXAMPLE = { alertId: '6f1f9a53-5c0e-4d0f-9c77-2b7f0f3f2c11', ...PRODUCT }

/** Asks the owner of an address to confirm that they wait for a product. */
export default defineMail({
  template: 'alert-confirmation',
  name: 'Powiadomienie o produkcie do potwierdzenia',
  ids,
  load: async (db, { alertId, productId, kind }) => ({ alertId, kind, ...(await findAlertedProduct(db, productId)) }),
  write: ({ alertId, kind, name, slug, brandName }, { profile, linkTokens, ...shop }) => ({
    unsubscribeUrl: buildUnsubscribeUrl({ profile, linkTokens, ...shop }, 'product-alert', alertId),
    subject: `Potwierdź powiadomienie: ${name}`,
    preview: `Napiszemy raz, gdy perfumy ${EVENTS[kind]}.`,
    body: (
      <>
        <Title>Potwierdź powiadomienie</Title>
        <Paragraph>{`Ten adres podano, aby dostać jedną wiadomość, gdy perfumy ${name} (${brandName}) ${EVENTS[kind]}.`}</Paragraph>
        <MailButton href={`${profile.shopUrl}${ALERT_PAGE}/${slug}#${linkTokens.create('product-alert', alertId)}`}>
          Włącz powiadomienie
        </MailButton>
        <Paragraph>
          {`Link działa ${CONFIRM_DAYS} dni${kind === 'refill' ? '' : `, a powiadomienie ${ALERT_DAYS} dni`}. Na stronie z linku można też usunąć ten adres. Jeżeli to nie Twoja prośba, nic nie rób: bez potwierdzenia nie napiszemy.`}
        </Paragraph>
      </>
    ),
  }),
  examples: {
    dostępność: { ...EXAMPLE, kind: 'stock' },
    cena: { ...EXAMPLE, kind: 'price' },
    kończy: { ...EXAMPLE, kind: 'refill' },
  },
})
