import { z } from 'zod'
import { findMailedRecall } from '#domain/batches/batch-queries.server.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { defineMail } from './define-mail.ts'
import { Heading, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'
import { ProductThumbnail } from './mail-products.tsx'

const ids = z.object({ recallId: z.uuid(), checkoutId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'product-recall': z.output<typeof ids>
  }
}

/**
 * The notice of a recall, as articles 36 and 37 of regulation (EU) 2023/988 ask for it: its title, the product, the
 * hazard without words that play it down, what to do, a choice of remedies, and whom to ask.
 */
export default defineMail({
  template: 'product-recall',
  name: 'Wycofanie partii',
  ids,
  load: (db, mail) => findMailedRecall(db, mail),
  write: ({ batch, hazard, imageKey, code, brandName, checkoutId, numbers, ...product }, { profile, orderLinks }) => ({
    subject: `Wycofanie produktu ze względów bezpieczeństwa: ${nameSized(product)}, partia ${batch}`,
    preview: `Nie używaj perfum z partii ${batch}.`,
    body: (
      <>
        <Title>Wycofanie produktu ze względów bezpieczeństwa</Title>
        <Panel title={`${nameSized(product)}, ${brandName}`}>
          {[`Partia ${batch}`, code && `kod ${code}`, `zamówienie ${numbers.map((number) => `#${number}`).join(', ')}`]
            .filter(Boolean)
            .join(', ')}
        </Panel>
        <ProductThumbnail imageKey={imageKey} width={160} />
        <Heading>Zagrożenie</Heading>
        <Paragraph>{hazard}</Paragraph>
        <Heading>Co zrobić</Heading>
        <Paragraph>Natychmiast przestań używać tych perfum i nie przekazuj ich nikomu.</Paragraph>
        <Paragraph>
          Wybierz, co wolisz: zwrot pieniędzy albo wymianę na taki sam produkt z innej partii. Nic za to nie zapłacisz,
          także za odesłanie. Możesz też mieć prawa z ustawy, na przykład do odszkodowania.
        </Paragraph>
        <Paragraph>{`Napisz na adres ${profile.sellerEmail} albo zadzwoń: ${profile.sellerPhone}. Podaj numer zamówienia.`}</Paragraph>
        <MailButton href={orderLinks.create(checkoutId)}>Zobacz zamówienie</MailButton>
      </>
    ),
  }),
  examples: {
    partia: {
      batch: 'L2311A',
      hazard: 'Zawiera więcej alergenu, niż podano na opakowaniu. Może podrażnić skórę.',
      name: 'Layali Zahran',
      kind: 'bottle' as const,
      volume_ml: 100,
      imageKey: null,
      code: '5901234123457',
      brandName: 'Perfumy Arabskie',
      checkoutId: '6f1f9a53-5c0e-4d0f-9c77-2b7f0f3f2c11',
      numbers: ['81293747'],
    },
  },
})
