import { z } from 'zod'
import { findMailedCase } from '#domain/returns/return-money-queries.server.ts'
import { labelCase, SendBack, WITHDRAWAL } from './case-parts.tsx'
import { defineMail } from './define-mail.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-drop-off-code': z.output<typeof ids>
  }
}

/** Gives the buyer the code with which returned goods are handed in. */
export default defineMail({
  template: 'case-drop-off-code',
  name: 'Kod nadania zwrotu',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { profile, orderLinks }) => ({
    subject: `Kod nadania zwrotu, ${labelCase(found)}`,
    preview: 'Z tym kodem nadasz paczkę bez drukowania etykiety.',
    body: (
      <>
        <Title>Kod nadania zwrotu</Title>
        <Paragraph>Dzień dobry!</Paragraph>
        <Panel title={`Kod nadania: ${found.drop_off_code ?? ''}`}>
          Podaj go w punkcie albo automacie: etykiety nie drukujesz.
        </Panel>
        <SendBack of={found} profile={profile} />
        {found.order && <MailButton href={orderLinks.create(found.order.checkoutId)}>Zobacz sprawę</MailButton>}
      </>
    ),
  }),
  examples: { kod: { found: { ...WITHDRAWAL, drop_off_code: '620412345678' } } },
})
