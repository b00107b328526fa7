import { z } from 'zod'
import { findMailedCase } from '#domain/withdrawals/mailed-case-queries.server.ts'
import { COMPLAINT, nameCase, WITHDRAWAL } from './case-parts.tsx'
import { defineEmail, unlinked } from './define-email.ts'
import { Button, Heading, Lines, Panel, Paragraph, Title } from './email-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-answered': z.output<typeof ids>
  }
}

/** The shop's answer to a complaint, or why a withdrawal has no effect. */
export default defineEmail({
  template: 'case-answered',
  name: 'Odpowiedź na reklamację lub odstąpienie',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { orderLinks }) => {
    const verdict =
      found.kind === 'withdrawal'
        ? 'Nie możemy przyjąć odstąpienia'
        : found.decision === 'accepted'
          ? 'Uznajemy reklamację'
          : 'Nie uznajemy reklamacji'
    return {
      subject: `${verdict}, ${nameCase(found)}`,
      preview: verdict,
      body: (
        <>
          <Title>{verdict}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Panel title={`Numer sprawy: ${found.number}`}>{`Numer zamówienia: ${unlinked(found.order_number)}`}</Panel>
          <Heading>Nasza odpowiedź</Heading>
          <Paragraph>
            <Lines of={unlinked(found.answer ?? '').split('\n')} />
          </Paragraph>
          {found.order && <Button href={orderLinks.create(found.order.checkoutId)}>Zobacz sprawę</Button>}
          <Paragraph>
            Jeśli się z tym nie zgadzasz, odpowiedz na tę wiadomość. Możesz też skorzystać z pomocy rzecznika
            konsumentów albo Inspekcji Handlowej: szczegóły są w regulaminie.
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    'reklamacja uznana': {
      found: { ...COMPLAINT, decision: 'accepted', answer: 'Wyślemy nowy flakon.\nKurier odbierze stary jutro.' },
    },
    'reklamacja odrzucona': {
      found: { ...COMPLAINT, decision: 'rejected', answer: 'Flakon działa, sprawdziliśmy go przy odbiorze.' },
    },
    'odstąpienie po terminie': {
      found: { ...WITHDRAWAL, decision: 'rejected', answer: 'Minęło 30 dni od doręczenia przesyłki.' },
    },
  },
})
