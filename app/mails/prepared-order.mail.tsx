import { z } from 'zod'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { createPreparedLink, findMailedPreparedOrder } from '#domain/prepared-orders/prepared-order-queries.server.ts'
import { defineMail } from './define-mail.ts'
import { HELD } from './mail-examples.ts'
import { Heading, MailButton, Paragraph, Title } from './mail-parts.tsx'
import { Amounts } from './mail-products.tsx'

const ids = z.object({ preparedOrderId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'prepared-order': z.output<typeof ids>
  }
}

/** Brings the link of an order that the owner took on the phone. */
export default defineMail({
  template: 'prepared-order',
  name: 'Zamówienie przez telefon',
  ids,
  load: (db, { preparedOrderId }) => findMailedPreparedOrder(db, preparedOrderId),
  write: ({ id, isOpen, expiresAt, items }, { profile, linkTokens }) => {
    const standing = isOpen
      ? `Odłożyliśmy te produkty do ${formatDateTime(expiresAt)}. Sprawdź zamówienie i wybierz, jak zapłacisz.`
      : 'To zamówienie już nie czeka: zostało złożone, wycofane albo minął jego czas.'
    return {
      subject: 'Zamówienie czeka na Twoje potwierdzenie',
      preview: standing,
      body: (
        <>
          <Title>Zamówienie przygotowane dla Ciebie</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>{standing}</Paragraph>
          {isOpen && (
            <MailButton href={createPreparedLink({ linkTokens, shopUrl: profile.shopUrl }, id)}>
              Przejdź do zamówienia
            </MailButton>
          )}
          <Heading>Produkty</Heading>
          <Amounts
            items={items.map(({ productId, name, description, quantity, ...shown }) => ({
              key: productId,
              label: name,
              details: [description],
              amount: `${quantity} szt.`,
              shown,
            }))}
            sums={[]}
          />
          <Paragraph>Nic nie jest jeszcze zamówione ani do zapłaty. Jeżeli to pomyłka, nic nie rób.</Paragraph>
        </>
      ),
    }
  },
  examples: { czeka: { id: HELD.id, isOpen: true, expiresAt: HELD.expiresAt, items: HELD.items } },
})
