import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { endingOf } from '#domain/kernel/numbers/account-number.ts'
import { findMailedCase } from '#domain/returns/return-money-queries.server.ts'
import { labelCase, WITHDRAWAL } from './case-parts.tsx'
import { defineMail } from './define-mail.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-transferred': z.output<typeof ids>
  }
}

/** Tells the buyer that the money of an order paid on delivery was transferred. */
export default defineMail({
  template: 'case-transferred',
  name: 'Zwrot pieniędzy przelewem',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { profile, orderLinks }) => {
    const amount = formatGrosze(found.settled_grosze ?? 0)
    const { account_number: account } = found
    return {
      subject: `${account ? 'Przelew' : 'Zwrot'} ${amount}, ${labelCase(found)}`,
      preview: account ? `Oddajemy ${amount} przelewem.` : `Oddaliśmy ${amount}.`,
      body: (
        <>
          <Title>{account ? 'Pieniądze są w drodze' : 'Pieniądze są oddane'}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          {account ? (
            <Panel title={`Zleciliśmy przelew: ${amount}`}>
              {`Na konto kończące się na ${endingOf(account)}. Zwykle dociera następnego dnia roboczego.`}
            </Panel>
          ) : (
            <Panel title={`Oddaliśmy: ${amount}`}>W umówiony sposób, bez przelewu na konto.</Panel>
          )}
          {found.order && <MailButton href={orderLinks.create(found.order.checkoutId)}>Zobacz sprawę</MailButton>}
          <Paragraph>
            {`${account ? 'Gdyby pieniądze nie dotarły w ciągu 3 dni roboczych' : 'Jeśli coś się nie zgadza'}, napisz na adres ${profile.sellerEmail} i podaj numer sprawy ${found.number}.`}
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    przelew: { found: { ...WITHDRAWAL, settled_grosze: 13_289, account_number: 'PL61109010140000071219812874' } },
    'bez przelewu': { found: { ...WITHDRAWAL, settled_grosze: 13_289, account_number: null } },
  },
})
