import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatCalendarDay } from '#domain/kernel/text.ts'
import { findMailedCase } from '#domain/withdrawals/mailed-case-queries.server.ts'
import { findDueDay } from '#domain/withdrawals/return-case.ts'
import { nameCase, WITHDRAWAL } from './case-parts.tsx'
import { defineEmail, unlinked } from './define-email.ts'
import { Button, Lines, Paragraph, Title } from './email-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-arrived': z.output<typeof ids>
  }
}

/** Tells the buyer that the returned goods have arrived. */
export default defineEmail({
  template: 'case-arrived',
  name: 'Zwrócony towar dotarł',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { orderLinks }) => {
    const { items, deduction_grosze, deduction_reason, order, account_number } = found
    const asksAccount = order?.payment === 'cash_on_delivery' && account_number === null
    return {
      subject: `Zwrócony towar dotarł, ${nameCase(found)}`,
      preview: `Pieniądze oddamy do ${formatCalendarDay(findDueDay(found.received_at))}.`,
      body: (
        <>
          <Title>Zwrócony towar dotarł</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>Dotarła do nas Twoja paczka ze zwrotem. Przyjęliśmy:</Paragraph>
          <Paragraph>
            <Lines
              of={items.map(
                ({ product_name, brand_name, quantity }) => `- ${product_name}, ${brand_name}, ${quantity}\u00a0szt.`,
              )}
            />
          </Paragraph>
          {deduction_grosze > 0 && (
            <Paragraph>
              {`Od ceny odejmujemy ${formatGrosze(deduction_grosze)}, bo towar stracił na wartości: ${unlinked(deduction_reason ?? '')}`}
            </Paragraph>
          )}
          <Paragraph>
            {asksAccount
              ? 'Za zamówienie zapłacono przy odbiorze. Aby oddać pieniądze przelewem, potrzebujemy numeru konta.'
              : `Pieniądze oddamy do ${formatCalendarDay(findDueDay(found.received_at))}.`}
          </Paragraph>
          {order && (
            <Button href={orderLinks.create(order.checkoutId)}>
              {asksAccount ? 'Podaj numer konta' : 'Zobacz sprawę'}
            </Button>
          )}
        </>
      ),
    }
  },
  examples: {
    opłacone: { found: WITHDRAWAL },
    'za pobraniem, z potrąceniem': {
      found: {
        ...WITHDRAWAL,
        deduction_grosze: 2_000,
        deduction_reason: 'flakon jest opróżniony do połowy',
        order: { checkoutId: WITHDRAWAL.id, payment: 'cash_on_delivery' },
      },
    },
  },
})
