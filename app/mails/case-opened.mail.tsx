import { z } from 'zod'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { findDueDay } from '#domain/returns/return-case.ts'
import { findMailedCase, type MailedCase } from '#domain/returns/return-money-queries.server.ts'
import { COMPLAINT, UNSENT_SENTENCE, WholeStatement, WITHDRAWAL } from './case-parts.tsx'
import { defineMail } from './define-mail.ts'
import { MailButton, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-opened': z.output<typeof ids>
  }
}

/** Tells the owner of a withdrawal or a complaint, and of its deadline. */
export default defineMail({
  template: 'case-opened',
  name: 'Nowe odstąpienie lub reklamacja',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { profile }) => {
    const what = found.kind === 'withdrawal' ? 'Odstąpienie od umowy' : 'Reklamacja'
    const dueDay = formatCalendarDay(findDueDay(found.received_at))
    return {
      subject: `${what} ${found.number}, termin ${dueDay}`,
      preview: `Czas na odpowiedź do ${dueDay}.`,
      body: (
        <>
          <Title>{what}</Title>
          <Paragraph>
            {found.kind === 'withdrawal'
              ? describeWithdrawal(found, dueDay)
              : `Na reklamację trzeba odpowiedzieć do ${dueDay}. Brak odpowiedzi oznacza, że jest uznana.`}
          </Paragraph>
          {found.order === null && (
            <Paragraph>Sklep nie znalazł zamówienia o tym numerze i adresie e-mail. Sprawdź je w panelu.</Paragraph>
          )}
          <WholeStatement of={found} />
          <MailButton href={`${profile.shopUrl}/admin/zwroty/${found.id}`}>Otwórz sprawę</MailButton>
        </>
      ),
    }
  },
  examples: {
    odstąpienie: { found: WITHDRAWAL },
    'odstąpienie przed wysłaniem': { found: { ...WITHDRAWAL, order: UNSENT_SENTENCE.paid } },
    'odstąpienie przed wysłaniem, za pobraniem': { found: { ...WITHDRAWAL, order: UNSENT_SENTENCE.due } },
    reklamacja: { found: { ...COMPLAINT, order: null } },
  },
})

/** What the owner has to do with goods and money of a withdrawal. */
function describeWithdrawal({ order, settled_at }: MailedCase, dueDay: string): string {
  const { goods, money } = order?.course ?? { goods: 'send_back', money: 'as_paid' }
  const unsent = goods === 'none' ? 'Towar jest w sklepie: nie wysyłaj go. ' : ''
  if (money === 'back' || settled_at !== null) return `${unsent}Pieniądze są już oddane albo w drodze.`
  if (money === 'none') return `${unsent}Za zamówienie nic nie zapłacono, więc nie ma czego zwracać.`
  return goods === 'none'
    ? `${unsent}Pieniądze trzeba oddać do ${dueDay}, bez czekania na towar.`
    : `Pieniądze trzeba oddać do ${dueDay}; można zaczekać na towar albo dowód jego nadania.`
}
