import { z } from 'zod'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import { findMailedCase } from '#domain/returns/return-money-queries.server.ts'
import { COLLECTED, labelCase, WITHDRAWAL } from './case-parts.tsx'
import { defineMail } from './define-mail.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

/** `ending`: the last four characters of the account number. A later change has a mail of its own. */
const ids = z.object({ caseId: z.uuid(), ending: z.string().length(4), changed: z.boolean() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-account': z.output<typeof ids>
  }
}

/** Tells the buyer that somebody with the order's link said to which account the money goes. */
export default defineMail({
  template: 'case-account',
  name: 'Numer konta do zwrotu pieniędzy',
  ids,
  load: async (db, { caseId, ending, changed }) => ({ found: await findMailedCase(db, caseId), ending, changed }),
  write: ({ found, ending, changed }, { profile, orderLinks, queuedAt }) => {
    const title = changed ? 'Zmieniono numer konta do zwrotu' : 'Zapisaliśmy numer konta do zwrotu'
    const moment = formatDateTime(queuedAt)
    const waits = found.order?.course.money === 'transfer' && found.settled_at === null
    return {
      subject: `${title}, ${labelCase(found)}`,
      preview: `Konto kończące się na ${ending}, zapisane ${moment}.`,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Panel title={`Konto kończące się na ${ending}`}>
            {`Zapisane ${moment} na stronie zamówienia.${waits ? ' Na nie wyślemy pieniądze.' : ''} Jeżeli to Ty, nic nie musisz robić.`}
          </Panel>
          <Paragraph>
            {`To nie Ty? Napisz od razu na adres ${profile.sellerEmail} i podaj numer sprawy ${found.number}: wstrzymamy przelew. Numer konta może wpisać każdy, kto ma link do zamówienia, więc nikomu go nie przekazuj.`}
          </Paragraph>
          {found.order && <MailButton href={orderLinks.create(found.order.checkoutId)}>Zobacz sprawę</MailButton>}
        </>
      ),
    }
  },
  examples: {
    'podane konto': { found: { ...WITHDRAWAL, order: COLLECTED }, ending: '2874', changed: false },
    'zmienione konto': { found: { ...WITHDRAWAL, order: COLLECTED }, ending: '3000', changed: true },
  },
})
