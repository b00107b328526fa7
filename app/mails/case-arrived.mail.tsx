import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { findDueDay } from '#domain/returns/return-case.ts'
import { findMailedCase, type MailedCase } from '#domain/returns/return-money-queries.server.ts'
import { COLLECTED, describeRefundDue, labelCase, labelItems, needsAccount, WITHDRAWAL } from './case-parts.tsx'
import { defineMail, unlinked } from './define-mail.ts'
import { Lines, MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-arrived': z.output<typeof ids>
  }
}

/** Tells the buyer that the returned goods have arrived. */
export default defineMail({
  template: 'case-arrived',
  name: 'Zwrócony towar dotarł',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { orderLinks }) => {
    const { items, deduction_grosze, deduction_reason, order } = found
    const asksAccount = needsAccount(found)
    const money = describeMoney(found)
    return {
      subject: `Zwrócony towar dotarł, ${labelCase(found)}`,
      preview: money,
      body: (
        <>
          <Title>Zwrócony towar dotarł</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>Dotarła do nas Twoja paczka ze zwrotem. Przyjęliśmy:</Paragraph>
          <Paragraph>
            <Lines of={labelItems(items)} />
          </Paragraph>
          {deduction_grosze > 0 && order?.course.money !== 'none' && (
            <Paragraph>
              {`Od ceny odejmujemy ${formatGrosze(deduction_grosze)}, bo towar stracił na wartości: ${unlinked(deduction_reason ?? '')}`}
            </Paragraph>
          )}
          <Paragraph>{money}</Paragraph>
          {order && (
            <MailButton href={orderLinks.create(order.checkoutId)}>
              {asksAccount ? 'Podaj numer konta' : 'Zobacz sprawę'}
            </MailButton>
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
        order: COLLECTED,
      },
    },
  },
})

function describeMoney(found: MailedCase): string {
  if (needsAccount(found)) {
    return 'Za zamówienie zapłacono przy odbiorze. Aby oddać pieniądze przelewem, potrzebujemy numeru konta.'
  }
  const money = found.order?.course.money
  if (money === 'none') return 'Za zamówienie nic nie zapłacono, więc nie ma czego zwracać.'
  if (money === 'back' || found.settled_at !== null) return 'Pieniądze są już oddane albo w drodze do Ciebie.'
  return describeRefundDue(found, formatCalendarDay(findDueDay(found.received_at)))
}
