import { z } from 'zod'
import { defineMail } from './define-mail.ts'
import { Panel, Paragraph, Title } from './mail-parts.tsx'

/** The account no longer exists when this is rendered: no rows can be read. */
const ids = z.object({
  /** Whether orders and invoices are kept until the end of the tax period. */
  ordersKept: z.boolean(),
})

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'account-deleted': z.output<typeof ids>
  }
}

/** Confirms that an account was deleted at its customer's request. */
export default defineMail({
  template: 'account-deleted',
  name: 'Konto usunięte',
  ids,
  load: async (_db, { ordersKept }) => ordersKept,
  write: (ordersKept, { profile }) => ({
    subject: `Twoje konto w sklepie ${profile.shopName} zostało usunięte`,
    preview: 'Potwierdzamy usunięcie konta.',
    body: (
      <>
        <Title>Konto zostało usunięte</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Paragraph>Zgodnie z prośbą usunęliśmy Twoje konto i dane, które przechowywaliśmy razem z nim.</Paragraph>
        {ordersKept && (
          <Panel title="Dokumenty zamówień">
            Dane potrzebne do rozliczeń podatkowych musimy przechowywać przez czas, którego wymaga prawo. Potem usuniemy
            je także.
          </Panel>
        )}
        <Paragraph>{`Jeżeli to nie była Twoja decyzja, napisz na adres ${profile.sellerEmail}.`}</Paragraph>
      </>
    ),
  }),
  examples: { 'z zamówieniami': true, 'bez zamówień': false },
})
